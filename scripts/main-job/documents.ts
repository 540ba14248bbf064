import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One JSON document and the cache key it is stored under. */
export interface Document {
  readonly key: string;
  readonly value: unknown;
}

const SAMPLES = fileURLToPath(new URL('./samples', import.meta.url));

/** The documents of the named files and folders, or the bundled samples where none is named. */
export function loadDocuments(paths: readonly string[]): Document[] {
  const files = (paths.length === 0 ? [SAMPLES] : paths).flatMap(jsonFilesOf);
  if (files.length === 0)
    throw new Error('no .json file there: name JSON files or folders of them');
  return files.map((file) => ({ key: keyFor(file), value: parse(file) }));
}

function jsonFilesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => extname(name) === '.json')
    .sort()
    .map((name) => join(path, name));
}

function keyFor(file: string): string {
  return `doc:${basename(file, extname(file))}`;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error });
  }
}

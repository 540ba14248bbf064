import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One JSON document and the cache key it is stored under. */
export interface Document {
  readonly key: string;
  readonly value: unknown;
}

const SAMPLES = fileURLToPath(new URL('./samples', import.meta.url));

/** What the user has to change; its message is all they need to see. */
export class InputError extends Error {}

/**
 * The documents of the named files and folders, or the bundled samples where none is named.
 * @throws {InputError} for what is not there or no JSON, and where two files would share a key
 */
export function loadDocuments(paths: readonly string[]): Document[] {
  const files = (paths.length === 0 ? [SAMPLES] : paths).flatMap(jsonFilesOf);
  if (files.length === 0) {
    throw new InputError('no .json file there: name JSON files or folders of them');
  }
  requireDifferentKeys(files);
  return files.map((file) => ({ key: keyFor(file), value: parse(file) }));
}

function jsonFilesOf(path: string): string[] {
  return reading(path, () => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path)
      .filter((name) => extname(name) === '.json')
      .sort()
      .map((name) => join(path, name));
  });
}

function keyFor(file: string): string {
  return `doc:${basename(file, extname(file))}`;
}

/** One of the two would be stored over the other. */
function requireDifferentKeys(files: readonly string[]): void {
  const owners = new Map<string, string>();
  for (const file of files) {
    const key = keyFor(file);
    const other = owners.get(key);
    if (other !== undefined) {
      throw new InputError(`${other} and ${file} share the key ${key}: name them in two runs`);
    }
    owners.set(key, file);
  }
}

/**
 * The value of a file as JSON writes it again: −0 and numbers beyond the range of a double, which
 * JSON.parse takes, would not come back from the Worker, whose answers are JSON.
 */
function parse(file: string): unknown {
  const bytes = reading(file, () => readFileSync(file));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(JSON.stringify(JSON.parse(text)));
  } catch (error) {
    throw new InputError(`${file} is not JSON in UTF-8`, { cause: error });
  }
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new InputError(`${path} cannot be read${code}`, { cause: error });
  }
}

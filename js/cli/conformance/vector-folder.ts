import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '../../conformance/row.ts';
import { cachekitFiles, ownFiles, rowsOf } from '../../conformance/rows.ts';
import { FileError, UsageError } from '../framework/cli-error.ts';

const KNOWN: readonly string[] = [...cachekitFiles, ...ownFiles];

export interface VectorFolder {
  readonly rows: readonly Row[];
  /** JSON files for which no rows are written. */
  readonly unknown: readonly string[];
  /** Files of known names that are not what they should be, and why. */
  readonly broken: readonly BrokenFile[];
}

export interface BrokenFile {
  readonly file: string;
  readonly why: string;
}

/** @throws {FileError} @throws {UsageError} where there is no file that rows are written for */
export async function readVectorFolder(folder: string): Promise<VectorFolder> {
  const names = (await attempt(folder, () => readdir(folder)))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const rows: Row[] = [];
  const broken: BrokenFile[] = [];
  const known = names.filter((name) => KNOWN.includes(name));
  if (known.length === 0) {
    throw new UsageError(
      `${folder} has no vector file that is known here, e.g. ${cachekitFiles[0]}`,
    );
  }
  for (const file of known) {
    const text = await attempt(join(folder, file), () => readFile(join(folder, file), 'utf8'));
    try {
      const parsed: unknown = JSON.parse(text);
      rows.push(...rowsOf(file, parsed));
    } catch (error) {
      broken.push({ file, why: error instanceof Error ? error.message : 'unreadable' });
    }
  }
  return { rows, broken, unknown: names.filter((name) => !KNOWN.includes(name)) };
}

async function attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileError('read', path, error);
  }
}

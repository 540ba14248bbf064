import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { FileError, UsageError } from '../framework/cli-error.ts';
import { type Counts, isCounts } from './counts.ts';

/** What a walk must have in common with the one that left a checkpoint. No secret is among it. */
export interface WalkTerms {
  readonly store: string;
  readonly tenant: string;
  readonly container: string;
  /** Fingerprints, the new key first. */
  readonly keys: readonly string[];
  readonly reseal: boolean;
}

export interface Progress {
  readonly epoch: string;
  readonly cursor: string;
  readonly counts: Counts;
}

const FORMAT = 'sealcache rotate 1';

/** A file that says how far a walk is. Written beside and renamed: it is whole or the last one. */
export class Checkpoint {
  readonly #path: string;
  readonly #terms: string;
  readonly #keys: number;

  constructor(path: string, terms: WalkTerms) {
    this.#path = path;
    this.#terms = JSON.stringify(terms);
    this.#keys = terms.keys.length;
  }

  /** `null` where there is no file yet. @throws {UsageError} for one of another walk */
  async load(): Promise<Progress | null> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new FileError('read', this.#path, error);
    }
    const { format, terms, progress } = fieldsOf(text);
    if (format === FORMAT && terms === this.#terms && isProgress(progress, this.#keys)) {
      return progress;
    }
    throw new UsageError(
      `${this.#path} is no checkpoint of this walk: another store, tenant, container or keys; ` +
        'name another file, or remove it to begin anew',
    );
  }

  async save(progress: Progress): Promise<void> {
    const text = JSON.stringify({ format: FORMAT, terms: this.#terms, progress });
    const beside = `${this.#path}.new`;
    try {
      await writeFile(beside, `${text}\n`, { mode: 0o600 });
      await rename(beside, this.#path);
    } catch (error) {
      throw new FileError('write', this.#path, error);
    }
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

interface Fields {
  readonly format?: unknown;
  readonly terms?: unknown;
  readonly progress?: unknown;
}

function fieldsOf(text: string): Fields {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function isProgress(value: unknown, keys: number): value is Progress {
  if (typeof value !== 'object' || value === null) return false;
  const cursor: unknown = Reflect.get(value, 'cursor');
  return (
    typeof Reflect.get(value, 'epoch') === 'string' &&
    typeof cursor === 'string' &&
    /^[0-9a-f]{1,32}$/.test(cursor) &&
    isCounts(Reflect.get(value, 'counts'), keys)
  );
}

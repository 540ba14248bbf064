/** A folder of its own for each test, and file names without the core. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileBackend } from '../../../js/backends/file.ts';
import type { FileBackendOptions } from '../../../js/backends/file-options.ts';

/** 32 hex digits; which hash it is does not matter to the store. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

export class TemporaryStore {
  readonly folder: string;
  readonly store: FileBackend;

  private constructor(folder: string, options: FileBackendOptions) {
    this.folder = folder;
    this.store = new FileBackend(hashKey, { cacheDir: folder, ...options });
  }

  static async open(options: FileBackendOptions = {}): Promise<TemporaryStore> {
    return new TemporaryStore(await mkdtemp(join(tmpdir(), 'sealcache-test-')), options);
  }

  path(key: string): string {
    return join(this.folder, hashKey(key));
  }

  async remove(): Promise<void> {
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

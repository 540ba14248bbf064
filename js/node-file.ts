import { FileBackend } from './backends/file.ts';
import type { FileBackendOptions } from './backends/file-options.ts';
import type { MaybePromise } from './core/core.ts';
import { loadNodeCore } from './core/node-core.ts';
import { isThenable } from './core/thenable.ts';

/**
 * A store of one file per entry; file names are digests of the keys.
 * @throws {ConfigurationError} for options out of range or unknown
 */
export function file(options?: FileBackendOptions): FileBackend {
  return new FileBackend(fileName, options);
}

/** BLAKE2b-128 of the key (PROTOCOL §11), by whichever core this process has. */
function fileName(key: string): MaybePromise<string> {
  const core = loadNodeCore();
  const bytes = new TextEncoder().encode(key);
  if (isThenable(core)) return core.then((loaded) => loaded.blake2bHex(bytes, 16));
  return core.blake2bHex(bytes, 16);
}

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadNodeCore } from '../../core/node-core.ts';
import { FileError } from '../framework/cli-error.ts';

/**
 * The file names of keys, one a line; lines may end in CR LF. A key that holds a line end cannot be
 * listed.
 * @param path `undefined` for no keys
 * @throws {FileError}
 */
export async function knownKeys(path: string | undefined): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  if (path === undefined) return names;
  const core = await loadNodeCore();
  try {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const key of lines) {
      if (key !== '') names.set(core.blake2bHex(new TextEncoder().encode(key), 16), key);
    }
  } catch (error) {
    throw new FileError('read', path, error);
  }
  return names;
}

/** Where commands read bytes from and write them to. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { FileError, UsageError } from './framework/cli-error.ts';
import type { Context } from './framework/context.ts';

/** An entry of 512 MiB with its envelope, seal and file header around it. */
const MOST_BYTES = 513 * 1024 * 1024;

/**
 * All of a file, or of standard input for `-`.
 * @throws {FileError} @throws {UsageError} above what an entry can have
 */
export async function readInput(path: string, { stdin }: Context): Promise<Uint8Array> {
  try {
    return await collected(path === '-' ? stdin : createReadStream(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new FileError('read', path === '-' ? 'standard input' : path, error);
  }
}

async function collected(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    const bytes = part instanceof Uint8Array ? part : Buffer.from(String(part));
    parts.push(bytes);
    size += bytes.length;
    if (size > MOST_BYTES) throw new UsageError('the input is larger than any entry, 512 MiB');
  }
  // Not a Buffer, which may lie in memory that is shared with others.
  const all = new Uint8Array(size);
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** To a new or emptied file that only its owner reads, or to standard output. */
export async function writeOutput(
  path: string | undefined,
  bytes: Uint8Array,
  { stdout }: Context,
): Promise<void> {
  if (path === undefined || path === '-') {
    stdout.write(bytes);
    return;
  }
  try {
    await writeFile(path, bytes, { mode: 0o600 });
  } catch (error) {
    throw new FileError('write', path, error);
  }
}

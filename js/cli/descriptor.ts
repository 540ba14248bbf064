import { createReadStream } from 'node:fs';

/** All that a file descriptor gives, at most `most` bytes and one more. */
export async function readDescriptor(descriptor: number, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of createReadStream('', { fd: descriptor, autoClose: false })) {
    const bytes: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    parts.push(bytes);
    size += bytes.length;
    if (size > most) break;
  }
  return Buffer.concat(parts).subarray(0, most + 1);
}

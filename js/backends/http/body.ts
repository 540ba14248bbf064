import type { Deadline } from './deadline.ts';

/**
 * The bytes of an answer, counted as they arrive: what it declares is believed only where it is too
 * much already.
 * @param maxBytes after decompression, of which `fetch` takes care
 * @returns `null` for a body above `maxBytes`; its rest is not read
 * @throws what the transfer failed with; `TimeoutError` at the deadline
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  deadline: Deadline,
): Promise<Uint8Array | null> {
  const { body } = response;
  if (body === null) return new Uint8Array(0);
  const reader = body.getReader();
  if (declaredLength(response) > maxBytes) return giveUp(reader);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await deadline.wait(reader.read());
    if (done) return join(chunks, length);
    length += value.length;
    if (length > maxBytes) return giveUp(reader);
    chunks.push(value);
  }
}

function declaredLength({ headers }: Response): number {
  const declared = headers.get('Content-Length') ?? '';
  return /^\d+$/.test(declared) ? Number(declared) : 0;
}

/** Not awaited, because a stalled transfer may never confirm it; what it fails with changes nothing. */
function giveUp(reader: ReadableStreamDefaultReader<Uint8Array>): null {
  reader.cancel().catch(() => {});
  return null;
}

/** Memory of its own: a chunk may be a window into a larger buffer. */
function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}

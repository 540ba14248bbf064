import { Refusal } from './refusal.ts';

/** What the request says of its body's length; `null` where it says nothing. */
export function declaredLength({ headers }: Request): number | null {
  const declared = headers.get('Content-Length');
  return declared !== null && /^\d+$/.test(declared) ? Number(declared) : null;
}

/**
 * The whole body, counted as it arrives.
 * @throws {Refusal} 413 above `most` bytes; the rest is not read
 */
export async function readBody(request: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

export function tooLarge(most: number): Refusal {
  return new Refusal(413, `the body must not be longer than ${most} bytes`);
}

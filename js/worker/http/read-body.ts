import { Refusal } from './refusal.ts';

/** What the request says of its body's length; `null` where it says nothing. */
export function declaredLength({ headers }: Request): number | null {
  const declared = headers.get('Content-Length');
  return declared !== null && /^\d+$/.test(declared) ? Number(declared) : null;
}

/**
 * The whole body, counted as it arrives.
 * @throws {Refusal} 413 above `most` bytes, 400 for one that breaks off
 */
export async function readBody(request: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const length = await arrive(request, most, (chunk) => chunks.push(chunk));
  if (length > most) throw tooLarge(most);
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** @throws {Refusal} 413 for a body that is known to be longer than `most` bytes */
export async function refuseBody(request: Request, most: number): Promise<never> {
  await arrive(request, most, () => {});
  throw tooLarge(most);
}

/**
 * Takes a body as it arrives. As much again as may be kept is read and dropped before it is cut off: who
 * is cut off while sending may take that for a fault of the network, which it would try again.
 * @returns its length, of what was read
 */
async function arrive(
  { body }: Request,
  most: number,
  keep: (chunk: Uint8Array) => void,
): Promise<number> {
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength;
      if (length <= most) keep(chunk);
      if (length > 2 * most) break;
    }
  } catch {
    // Its sender has gone: no failure of the service, whose log it would fill.
    throw new Refusal(400, 'the body broke off');
  }
  return length;
}

function tooLarge(most: number): Refusal {
  return new Refusal(413, `the body must not be longer than ${most} bytes`);
}

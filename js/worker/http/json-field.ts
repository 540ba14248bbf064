import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

/** A field with a number is all that a JSON body of the API has. */
const MOST_BYTES = 1024;

/**
 * A field of a JSON body; `undefined` where there is none of that name.
 * @throws {Refusal} 400 for what is no JSON object, 413 for what is far too long for one
 */
export async function jsonField(request: Request, name: string): Promise<unknown> {
  const value = parsed(await readBody(request, MOST_BYTES));
  if (typeof value !== 'object' || value === null) throw notJson();
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body));
  } catch {
    throw notJson();
  }
}

function notJson(): Refusal {
  return new Refusal(400, 'the body must be a JSON object');
}

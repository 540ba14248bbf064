const OBJECT = 56;
const PROPERTY = 16;
const ARRAY = 48;
const ELEMENT = 12;
const STRING = 24;
const NUMBER = 16;
const COLLECTION = 200;
const COLLECTION_ENTRY = 40;
const BINARY = 200;

/**
 * About how many bytes of heap a decoded value takes on V8, rather too many than too few: an object
 * of one encoded byte takes 56. Walks with a stack of its own, so that depth cannot overflow it, and
 * counts what is referred to twice once.
 */
export function heapBytesOf(value: unknown): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) {
      bytes += scalarBytes(next);
    } else if (!seen.has(next)) {
      seen.add(next);
      bytes += objectBytes(next, waiting);
    }
  }
  return bytes;
}

function scalarBytes(value: unknown): number {
  if (typeof value === 'string') return STRING + 2 * value.length;
  if (typeof value === 'bigint') return STRING + value.toString(16).length;
  return typeof value === 'number' ? NUMBER : 0;
}

function objectBytes(value: object, waiting: unknown[]): number {
  if (ArrayBuffer.isView(value)) return BINARY + value.byteLength;
  if (Array.isArray(value)) {
    for (const element of value) waiting.push(element);
    return ARRAY + ELEMENT * value.length;
  }
  if (value instanceof Map) {
    for (const [name, held] of value) waiting.push(name, held);
    return COLLECTION + COLLECTION_ENTRY * value.size;
  }
  if (value instanceof Set) {
    for (const member of value) waiting.push(member);
    return COLLECTION + COLLECTION_ENTRY * value.size;
  }
  let bytes = OBJECT;
  for (const [name, held] of Object.entries(value)) {
    bytes += PROPERTY + 2 * name.length;
    waiting.push(held);
  }
  return bytes;
}

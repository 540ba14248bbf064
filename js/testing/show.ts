/** More of a value would not help anybody. */
const MOST_BYTES = 16;
const MOST_TEXT = 200;

/** A value in the words of a message. */
export function show(value: unknown): string {
  if (value instanceof Uint8Array) return showBytes(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return shortened(`[${value.map(show).join(', ')}]`);
  if (typeof value === 'string') return shortened(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${show(field)}`);
  return shortened(`{ ${fields.join(', ')} }`);
}

function showBytes(bytes: Uint8Array): string {
  const more = bytes.length > MOST_BYTES ? ', …' : '';
  const count = bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`;
  return `${count} [${bytes.subarray(0, MOST_BYTES).join(', ')}${more}]`;
}

function shortened(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

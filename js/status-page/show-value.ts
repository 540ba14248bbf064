/** A value as text: JSON, with a note for what JSON does not have. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(plain(value), null, 2);
  return text ?? String(value);
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Date) return `Date ${value.toISOString()}`;
  if (value instanceof Uint8Array) return `${value.length} bytes ${hex(value)}`;
  if (value instanceof Map) {
    return { Map: [...value].map(([key, item]) => [plain(key), plain(item)]) };
  }
  if (value instanceof Set) return { Set: [...value].map(plain) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

function hex(bytes: Uint8Array): string {
  const shown = bytes.subarray(0, 64);
  const digits = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return shown.length < bytes.length ? `${digits}…` : digits;
}

/** UTF-8 to strings. Short ASCII never leaves JavaScript. */
import { SerializationError } from '../errors.ts';

/** Up to this many bytes a loop is faster than a call into the platform's decoder. */
const SHORT_BYTES = 64;

/** `ignoreBOM` keeps a leading U+FEFF: it is part of the value. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws `SerializationError` for bytes that are not UTF-8. */
export function readString(bytes: Uint8Array, start: number, size: number): string {
  const end = start + size;
  return size <= SHORT_BYTES && isAscii(bytes, start, end)
    ? readAscii(bytes, start, end)
    : readUtf8(bytes, start, end);
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    if ((bytes[i] ?? 0) >= 0x80) return false;
  }
  return true;
}

/** Eight characters a step, so that few intermediate strings are made. */
function readAscii(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let i = start;
  for (; i + 8 <= end; i += 8) {
    text += String.fromCharCode(
      bytes[i] ?? 0,
      bytes[i + 1] ?? 0,
      bytes[i + 2] ?? 0,
      bytes[i + 3] ?? 0,
      bytes[i + 4] ?? 0,
      bytes[i + 5] ?? 0,
      bytes[i + 6] ?? 0,
      bytes[i + 7] ?? 0,
    );
  }
  for (; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}

function readUtf8(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    throw new SerializationError('The stored MessagePack holds a string that is not UTF-8');
  }
}

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

const text = String.fromCharCode;

/**
 * Eight characters a step, and the rest in one more. Every call makes one string; a string for each
 * character, joined, costs five times as much.
 */
function readAscii(b: Uint8Array, start: number, end: number): string {
  let result = '';
  let i = start;
  for (; i + 8 <= end; i += 8) {
    result += text(
      at(b, i),
      at(b, i + 1),
      at(b, i + 2),
      at(b, i + 3),
      at(b, i + 4),
      at(b, i + 5),
      at(b, i + 6),
      at(b, i + 7),
    );
  }
  return i === end ? result : result + readRest(b, i, end - i);
}

/** One to seven characters. */
function readRest(b: Uint8Array, i: number, size: number): string {
  switch (size) {
    case 1:
      return text(at(b, i));
    case 2:
      return text(at(b, i), at(b, i + 1));
    case 3:
      return text(at(b, i), at(b, i + 1), at(b, i + 2));
    case 4:
      return text(at(b, i), at(b, i + 1), at(b, i + 2), at(b, i + 3));
    case 5:
      return text(at(b, i), at(b, i + 1), at(b, i + 2), at(b, i + 3), at(b, i + 4));
    case 6:
      return text(at(b, i), at(b, i + 1), at(b, i + 2), at(b, i + 3), at(b, i + 4), at(b, i + 5));
    default:
      return text(
        at(b, i),
        at(b, i + 1),
        at(b, i + 2),
        at(b, i + 3),
        at(b, i + 4),
        at(b, i + 5),
        at(b, i + 6),
      );
  }
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

function readUtf8(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    throw new SerializationError('The stored MessagePack holds a string that is not UTF-8');
  }
}

import { ConfigurationError } from '../errors.ts';
import { MIN_MASTER_KEY_BYTES as KEY_BYTES } from './constants.ts';

const MAX_PREVIOUS_KEYS = 3;
const HEX_KEY = /^[0-9a-fA-F]{64}$/;

/**
 * Key bytes of a master key given as hex (PROTOCOL §6.7): exactly 64 digits, either case, nothing
 * around them. Stricter than `Buffer.from(text, 'hex')`, which stops silently at the first bad digit.
 * @throws {ConfigurationError} names the option, never its value
 */
export function parseMasterKey(text: unknown, option: string): Uint8Array {
  if (typeof text !== 'string' || !HEX_KEY.test(text)) {
    throw new ConfigurationError(
      `${option} must be exactly 64 hexadecimal digits (32 bytes), without spaces or a 0x prefix; ` +
        'generateKey() makes one',
    );
  }
  const key = new Uint8Array(KEY_BYTES);
  for (let i = 0; i < KEY_BYTES; i++) {
    key[i] = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1));
  }
  return key;
}

/** Value of an ASCII hex digit that the pattern above let through. */
function digit(code: number): number {
  return (code & 0x0f) + (code >> 6) * 9;
}

/**
 * Key bytes of the decrypt-only keys (PROTOCOL §6.6): at most 3, none twice, none the current one.
 * @throws {ConfigurationError}
 */
export function parsePreviousMasterKeys(
  list: unknown,
  current: Uint8Array,
  option: string,
): Uint8Array[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    throw new ConfigurationError(`${option} must be an array of hex master keys`);
  }
  if (list.length > MAX_PREVIOUS_KEYS) {
    throw new ConfigurationError(
      `${option} takes at most ${MAX_PREVIOUS_KEYS} keys; re-seal old entries and drop the oldest key`,
    );
  }
  const keys: Uint8Array[] = [];
  for (const [index, text] of list.entries()) {
    const key = parseMasterKey(text, `${option}[${index}]`);
    if (equalBytes(key, current)) {
      throw new ConfigurationError(`${option}[${index}] is the current master key; remove it`);
    }
    if (keys.some((other) => equalBytes(other, key))) {
      throw new ConfigurationError(`${option}[${index}] repeats an earlier key; remove it`);
    }
    keys.push(key);
  }
  return keys;
}

/** Constant-time for keys of one length. */
function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let i = 0; i < left.length; i++) difference |= (left[i] ?? 0) ^ (right[i] ?? 0);
  return difference === 0;
}

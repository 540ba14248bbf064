/** The hex form of a master key (PROTOCOL §6.7): exactly 64 hex digits, in either case. */
import { fromHex } from './bytes.ts';
import { refuse } from './protocol-error.ts';

export function parseMasterKey(text: string): Uint8Array {
  // Not `$`: it would let a trailing newline through in some dialects, and length says it plainly.
  if (text.length !== 64 || /[^0-9a-fA-F]/.test(text)) refuse('kInvalidKeyLength');
  return fromHex(text);
}

/** One current key and up to three that only open (PROTOCOL §6.6). */
import { equal } from './bytes.ts';
import { deriveKey } from './key-derivation.ts';
import { ProtocolError, refuse } from './protocol-error.ts';

/** The derived encryption keys, current first. */
export function keyringOf(
  current: Uint8Array,
  previous: readonly Uint8Array[],
  tenant: string,
): readonly Uint8Array[] {
  if (previous.length > 3) refuse('kTooManyKeys');
  const masters = [current, ...previous];
  const keys = masters.map((master) => deriveKey(master, 'encryption', tenant));
  masters.forEach((master, i) => {
    if (masters.slice(0, i).some((earlier) => equal(earlier, master))) refuse('kDuplicateKey');
  });
  return keys;
}

/** Tries each key in turn; only a failed authentication goes on to the next. */
export function firstThatOpens<T>(
  keys: readonly Uint8Array[],
  attempt: (key: Uint8Array) => T,
): { readonly index: number; readonly result: T } {
  for (const [index, key] of keys.entries()) {
    try {
      return { index, result: attempt(key) };
    } catch (error) {
      if (!(error instanceof ProtocolError) || error.kind !== 'kAuthenticationFailed') throw error;
    }
  }
  return refuse('kAuthenticationFailed');
}

/** The public name of a key (PROTOCOL §6.3). */
import { createHash } from 'node:crypto';
import { hex, utf8 } from './bytes.ts';
import { deriveKey } from './key-derivation.ts';

export function fingerprint(master: Uint8Array, tenant: string): string {
  const key = deriveKey(master, 'encryption', tenant);
  const digest = createHash('sha256').update(utf8('key_fingerprint_v1')).update(key).digest();
  return hex(digest.subarray(0, 16));
}

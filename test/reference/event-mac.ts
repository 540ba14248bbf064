/** The MAC of invalidation events, with the subkey of PROTOCOL §6.3. */
import { createHmac } from 'node:crypto';
import { deriveKey } from './key-derivation.ts';

export function eventMac(master: Uint8Array, tenant: string, message: Uint8Array): Uint8Array {
  const key = deriveKey(master, 'authentication', tenant);
  return new Uint8Array(createHmac('sha256', key).update(message).digest());
}

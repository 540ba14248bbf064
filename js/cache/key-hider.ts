import type { HideKey } from '../backends/hidden-keys.ts';
import { toHex } from '../config/hex.ts';
import type { EncryptionManagerBase } from '../core/encryption-manager.ts';
import { isThenable } from '../core/thenable.ts';

/** Sets these names apart from whatever else the subkey signs. */
const LABEL = 'sealcache stored key 1\0';

const encoder = new TextEncoder();

/**
 * Names of keys for a store that must not read them: HMAC-SHA256 under the "authentication" subkey of
 * the current master key and the tenant (PROTOCOL §6.3), 64 hex digits. Whoever lacks that key can neither
 * read a key out of its name nor confirm a guess.
 */
export function keyHider(manager: Pick<EncryptionManagerBase, 'authenticateNow'>): HideKey {
  return (key) => {
    const mac = manager.authenticateNow(encoder.encode(LABEL + key));
    return isThenable(mac) ? mac.then(toHex) : toHex(mac);
  };
}

/** Entries of interop mode under the nonce of their vector: the same bytes from every writer. */
import { CONTAINER_PACKED, CONTAINER_PLAIN } from '../core/core.ts';
import { sameBytes } from './checks.ts';
import type { Owner } from './encryption.ts';
import { bytes, flag, type JsonObject, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function sealedRow(file: string, { master, tenant }: Owner, vector: JsonObject): Row {
  const name = `${text(vector, 'name')}: seal`;
  return rowGroup(file, 'encryption_vectors').row(name, async (target) => {
    const blob = await target.hooks.sealWithNonce(
      { current: master, previous: [], tenantId: tenant },
      bytes(vector, 'nonce_hex'),
      bytes(vector, 'plaintext_hex'),
      text(vector, 'cache_key'),
      flag(vector, 'compressed') ? CONTAINER_PACKED : CONTAINER_PLAIN,
    );
    sameBytes(blob, bytes(vector, 'ciphertext_hex'), 'blob');
  });
}

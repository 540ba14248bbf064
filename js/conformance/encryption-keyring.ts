/** keyring of encryption.json (PROTOCOL §6.6). */
import { CONTAINER_PLAIN } from '../core/core.ts';
import { bytesOfHex } from './bytes.ts';
import { anySize, fails, same, sameBytes, withSealer } from './checks.ts';
import { fingerprintIs } from './encryption.ts';
import { bytes, type JsonObject, list, object, text, texts } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function keyringVectorRows(file: string, json: JsonObject): readonly Row[] {
  const tenant = text(json, 'tenant_id');
  const entries = list(json, 'entries');
  const group = rowGroup(file, 'keyring');
  return [
    ...entries.map((entry) => {
      const owner = { master: bytes(entry, 'master_key_hex'), tenant };
      const expected = text(entry, 'derived_key_fingerprint_hex');
      return group.row(`${text(entry, 'id')}: fingerprint`, fingerprintIs(owner, expected));
    }),
    ...list(json, 'vectors').flatMap((vector) => vectorRows(file, tenant, entries, vector)),
    ...list(object(json, 'configuration'), 'vectors').map((vector) =>
      configurationRow(file, tenant, vector),
    ),
  ];
}

function vectorRows(
  file: string,
  tenantId: string,
  entries: readonly JsonObject[],
  vector: JsonObject,
): readonly Row[] {
  const group = rowGroup(file, 'keyring');
  const name = text(vector, 'name');
  const sealedWith = text(vector, 'encrypted_with');
  const masters = (right: boolean): readonly Uint8Array[] =>
    entries
      .filter((entry) => (text(entry, 'id') === sealedWith) === right)
      .map((entry) => bytes(entry, 'master_key_hex'));
  const [right = new Uint8Array(0)] = masters(true);
  const [wrong = new Uint8Array(0)] = masters(false);
  const blob = bytes(vector, 'ciphertext_hex');
  const cacheKey = text(vector, 'cache_key');
  const rings = { 'right key': [right], 'right key second': [wrong, right] };
  return [
    group.row(`${name}: AAD`, async (target) => {
      sameBytes(target.hooks.aad(tenantId, cacheKey, false), bytes(vector, 'aad_hex'), 'AAD');
    }),
    ...Object.entries(rings).map(([ring, [current = wrong, ...previous]]) =>
      group.row(`${name}: ${ring}`, async (target) => {
        await withSealer(target, { current, previous, tenantId }, async (sealer) => {
          const value = await sealer.open(blob, cacheKey, CONTAINER_PLAIN, anySize);
          sameBytes(value, bytes(vector, 'plaintext_hex'), 'value');
          same(sealer.opensByKey.indexOf(1), previous.length, 'key index');
        });
      }),
    ),
    group.row(`${name}: wrong key`, async (target) => {
      await withSealer(target, { current: wrong, previous: [], tenantId }, (sealer) =>
        fails(target, ['kAuthenticationFailed'], () =>
          sealer.open(blob, cacheKey, CONTAINER_PLAIN, anySize),
        ),
      );
    }),
  ];
}

function configurationRow(file: string, tenantId: string, vector: JsonObject): Row {
  const keys = {
    current: bytes(vector, 'current_master_key_hex'),
    previous: texts(vector, 'decrypt_only_master_keys_hex').map(bytesOfHex),
    tenantId,
  };
  const accept = text(vector, 'verdict') === 'accept';
  return rowGroup(file, 'keyring.configuration').row(text(vector, 'name'), async (target) => {
    if (accept) {
      return withSealer(target, keys, (sealer) => {
        same(sealer.keyringEntryCount, 1 + keys.previous.length, 'entries');
      });
    }
    const kind = keys.previous.length > 3 ? 'kTooManyKeys' : 'kDuplicateKey';
    return fails(target, [kind], () => target.core.createSealer(keys));
  });
}

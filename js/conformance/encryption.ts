/** Rows of CacheKit's encryption.json. */
import { CONTAINER_PACKED, CONTAINER_PLAIN } from '../core/core.ts';
import { anySize, fails, same, sameBytes, withSealer } from './checks.ts';
import { containerRows } from './encryption-containers.ts';
import { keyringVectorRows } from './encryption-keyring.ts';
import { masterKeyInputRows } from './encryption-master-keys.ts';
import { bytes, flag, has, type JsonObject, list, object, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

/** Whose entries the main vectors are. */
export interface Owner {
  readonly master: Uint8Array;
  readonly tenant: string;
}

export function encryptionRows(file: string, json: JsonObject): readonly Row[] {
  const owner = { master: bytes(json, 'master_key_hex'), tenant: text(json, 'tenant_id') };
  const key = rowGroup(file, 'key');
  const fallback = object(json, 'default_tenant');
  const defaultOwner = { master: owner.master, tenant: text(fallback, 'tenant_id') };
  return [
    key.row('fingerprint', fingerprintIs(owner, text(json, 'derived_key_fingerprint_hex'))),
    ...list(json, 'vectors').flatMap((vector) => openingRows(file, 'vectors', owner, vector)),
    ...list(json, 'aad_reject_vectors').flatMap((vector) => aadRejectRows(file, owner, vector)),
    ...containerRows(file, owner, object(json, 'decrypted_container')),
    ...keyringVectorRows(file, object(json, 'keyring')),
    rowGroup(file, 'default_tenant').row(
      'fingerprint',
      fingerprintIs(defaultOwner, text(fallback, 'derived_key_fingerprint_hex')),
    ),
    ...list(fallback, 'vectors').flatMap((vector) =>
      openingRows(file, 'default_tenant', defaultOwner, vector),
    ),
    ...masterKeyInputRows(file, object(json, 'master_key_input')),
  ];
}

export function fingerprintIs({ master, tenant }: Owner, expected: string): RunRow {
  return (target) =>
    withSealer(target, { current: master, previous: [], tenantId: tenant }, (sealer) => {
      same(sealer.fingerprint, expected, 'fingerprint');
    });
}

type RunRow = Parameters<ReturnType<typeof rowGroup>['row']>[1];

/** Decryption under the given AAD binds everyone; building that AAD only those who write it. */
export function openingRows(
  file: string,
  groupName: string,
  { master, tenant }: Owner,
  vector: JsonObject,
): readonly Row[] {
  const group = rowGroup(file, groupName);
  const name = text(vector, 'name');
  const decrypt = group.row(`${name}: decrypt`, async (target) => {
    const blob = bytes(vector, 'ciphertext_hex');
    const value = await target.hooks.decryptRaw(master, tenant, bytes(vector, 'aad_hex'), blob);
    sameBytes(value, bytes(vector, 'plaintext_hex'), 'plaintext');
  });
  if (!isOurForm(vector)) {
    const reason = 'AAD with original_type or another format is written by the Python SDK only';
    return [decrypt, group.skip(`${name}: AAD and open`, reason)];
  }
  const cacheKey = text(vector, 'cache_key');
  const compressed = flag(vector, 'compressed');
  return [
    decrypt,
    group.row(`${name}: AAD`, async (target) => {
      const built = target.hooks.aad(tenant, cacheKey, compressed);
      sameBytes(built, bytes(vector, 'aad_hex'), 'AAD');
    }),
    group.row(`${name}: open`, async (target) => {
      const blob = bytes(vector, 'ciphertext_hex');
      const value = await openWith(target, { master, tenant }, vector, blob);
      sameBytes(value, bytes(vector, 'plaintext_hex'), 'value');
    }),
  ];
}

function aadRejectRows(file: string, owner: Owner, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'aad_reject_vectors');
  const name = text(vector, 'name');
  const blob = bytes(vector, 'ciphertext_hex');
  const raw = group.row(`${name}: decrypt`, async (target) => {
    await fails(target, ['kAuthenticationFailed'], () =>
      target.hooks.decryptRaw(owner.master, owner.tenant, bytes(vector, 'aad_hex'), blob),
    );
  });
  if (!isOurForm(vector)) {
    const reason =
      'the AAD presented has original_type or another format: no reader here builds it';
    return [raw, group.skip(`${name}: open`, reason)];
  }
  return [
    raw,
    group.row(`${name}: open`, async (target) => {
      await fails(target, ['kAuthenticationFailed'], () => openWith(target, owner, vector, blob));
    }),
  ];
}

/** Four components and msgpack: what a TypeScript or C++ SDK writes. */
function isOurForm(vector: JsonObject): boolean {
  return !has(vector, 'original_type') && text(vector, 'format') === 'msgpack';
}

/** Plaintexts of these vectors are opaque, so the compressed ones are read as packed by the caller. */
function openWith(
  target: Parameters<RunRow>[0],
  { master, tenant }: Owner,
  vector: JsonObject,
  blob: Uint8Array,
): Promise<Uint8Array> {
  const container = flag(vector, 'compressed') ? CONTAINER_PACKED : CONTAINER_PLAIN;
  return withSealer(target, { current: master, previous: [], tenantId: tenant }, (sealer) =>
    sealer.open(blob, text(vector, 'cache_key'), container, anySize),
  );
}

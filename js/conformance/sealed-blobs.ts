/** Rows of our sealed-blobs.json and sealed-refusals.json. */
import { CONTAINER_ENVELOPE, CONTAINER_PACKED, type SealerKeys } from '../core/core.ts';
import { sha256Hex } from './bytes.ts';
import { anySize, containerOf, fails, same, sameBytes, withSealer } from './checks.ts';
import { canonicalEnvelope, literalBlock } from './envelope-form.ts';
import { bytes, has, type JsonObject, list, number, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import type { ConformanceTarget } from './target.ts';

export function sealedBlobRows(file: string, json: JsonObject): readonly Row[] {
  const seal = rowGroup(file, 'seal');
  const envelope = rowGroup(file, 'envelope');
  return [
    ...list(json, 'seal').flatMap((vector) => [
      seal.row(`${text(vector, 'name')}: seal`, async (target) => {
        await sealExactly(target, vector);
      }),
      seal.row(`${text(vector, 'name')}: open`, async (target) => {
        const blob = await sealExactly(target, vector);
        const container = containerOf(text(vector, 'container'));
        const value = await withSealer(target, keysOf(vector), (sealer) =>
          sealer.open(blob, text(vector, 'cache_key'), container, anySize),
        );
        sameBytes(value, bytes(vector, 'value'), 'value');
      }),
    ]),
    ...list(json, 'envelope').flatMap((vector) => [
      envelope.row(`${text(vector, 'name')}: open a foreign block`, async (target) => {
        const value = bytes(vector, 'value');
        const packed = canonicalEnvelope(
          literalBlock(value),
          bytes(vector, 'checksum'),
          value.length,
        );
        const blob = await sealAs(target, vector, packed, CONTAINER_PACKED);
        await isPinned(blob, vector);
        sameBytes(await openEnvelope(target, vector, blob), value, 'value');
      }),
      envelope.row(`${text(vector, 'name')}: seal is pack, then cipher`, async (target) => {
        const value = bytes(vector, 'value');
        const blob = await sealAs(target, vector, value, CONTAINER_ENVELOPE);
        sameBytes(blob.subarray(0, 12), bytes(vector, 'nonce'), 'nonce');
        const aad = target.hooks.aad(text(vector, 'tenant'), text(vector, 'cache_key'), true);
        const { current } = keysOf(vector);
        const inner = await target.hooks.decryptRaw(current, text(vector, 'tenant'), aad, blob);
        sameBytes(inner, target.core.pack(value), 'envelope inside');
        sameBytes(await openEnvelope(target, vector, blob), value, 'value');
      }),
    ]),
  ];
}

export function sealedRefusalRows(file: string, json: JsonObject): readonly Row[] {
  return ['tampered', 'moved', 'shape', 'unwrapped'].flatMap((name) => {
    const group = rowGroup(file, name);
    return list(json, name).map((vector) =>
      group.row(text(vector, 'name'), async (target) => {
        const container = containerOf(text(vector, 'container'));
        const limit = number(vector, 'max_value_bytes');
        await withSealer(target, keysOf(vector), (sealer) =>
          fails(target, [text(vector, 'error')], () =>
            sealer.open(bytes(vector, 'blob'), text(vector, 'cache_key'), container, limit),
          ),
        );
      }),
    );
  });
}

async function sealExactly(target: ConformanceTarget, vector: JsonObject): Promise<Uint8Array> {
  const container = containerOf(text(vector, 'container'));
  const blob = await sealAs(target, vector, bytes(vector, 'value'), container);
  await isPinned(blob, vector);
  return blob;
}

async function sealAs(
  target: ConformanceTarget,
  vector: JsonObject,
  value: Uint8Array,
  container: ReturnType<typeof containerOf>,
): Promise<Uint8Array> {
  const nonce = bytes(vector, 'nonce');
  const key = text(vector, 'cache_key');
  return target.hooks.sealWithNonce(keysOf(vector), nonce, value, key, container);
}

/** Equal to the blob of the vector, which a long one pins by size and SHA-256. */
async function isPinned(blob: Uint8Array, vector: JsonObject): Promise<void> {
  if (has(vector, 'blob')) return sameBytes(blob, bytes(vector, 'blob'), 'blob');
  same(blob.length, number(vector, 'blob_size'), 'blob size');
  same(await sha256Hex(blob), text(vector, 'blob_sha256'), 'SHA-256 of the blob');
}

function openEnvelope(
  target: ConformanceTarget,
  vector: JsonObject,
  blob: Uint8Array,
): Promise<Uint8Array> {
  const key = text(vector, 'cache_key');
  return withSealer(target, keysOf(vector), (sealer) =>
    sealer.open(blob, key, CONTAINER_ENVELOPE, anySize),
  );
}

function keysOf(vector: JsonObject): SealerKeys {
  return { current: bytes(vector, 'current'), previous: [], tenantId: text(vector, 'tenant') };
}

/** Rows of CacheKit's interop-v2.json, a draft, and of the containers of our interop.json. */
import { anySize, fails, same, sameBytes } from './checks.ts';
import { aadRow, encryptionRows } from './interop-mode.ts';
import { bytes, has, type JsonObject, list, number, text, texts } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function interopContainerRows(file: string, json: JsonObject): readonly Row[] {
  return [
    ...list(json, 'container_vectors').flatMap((vector) => containerRows(file, vector)),
    ...list(json, 'reject_vectors').map((vector) => rejectRow(file, vector)),
  ];
}

export function interopV2Rows(file: string, json: JsonObject): readonly Row[] {
  return [
    ...interopContainerRows(file, json),
    ...list(json, 'constructed_container_vectors').map((vector) => constructedRow(file, vector)),
    ...list(json, 'aad_vectors').map((vector) => aadRow(file, vector)),
    ...list(json, 'encryption_vectors').flatMap((vector) => encryptionRows(file, vector)),
    ...list(json, 'crypto_reject_vectors').map((vector) => cryptoRejectRow(file, vector)),
  ];
}

function containerRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'container_vectors');
  const name = text(vector, 'name');
  const read = group.row(`${name}: read`, async (target) => {
    const value = bytes(vector, 'value_msgpack_hex');
    const container = bytes(vector, 'container_hex');
    sameBytes(target.core.unpackInterop(container, value.length), value, 'value');
    await fails(target, ['kValueTooLarge'], () =>
      target.core.unpackInterop(container, value.length - 1),
    );
  });
  if (number(vector, 'method') !== 0 || name.includes('noncanonical')) {
    return [read, group.skip(`${name}: write`, 'writers may choose another form')];
  }
  return [
    read,
    group.row(`${name}: write`, async (target) => {
      const value = bytes(vector, 'value_msgpack_hex');
      const container = target.core.packInterop(value, false);
      sameBytes(container, bytes(vector, 'container_hex'), 'container');
    }),
  ];
}

/** Also with 32-bit sizes, as on wasm. */
function constructedRow(file: string, vector: JsonObject): Row {
  const group = rowGroup(file, 'constructed_container_vectors');
  return group.row(text(vector, 'name'), async (target) => {
    const container = bytes(vector, 'container_construction');
    same(container.length, number(vector, 'container_len'), 'container_len');
    const value = bytes(vector, 'value_construction');
    same(value.length, number(vector, 'original_size'), 'original_size');
    sameBytes(target.core.unpackInterop(container, anySize), value, 'value');
  });
}

/** The names of upstream's rows, which name no error of ours. */
const kindsOfRow: Readonly<Record<string, readonly string[]>> = {
  reject_bad_magic_v1_value: ['kInteropMagic'],
  reject_bad_container_version: ['kInteropMalformed'],
  reject_unknown_method: ['kInteropMalformed'],
  reject_payload_array_of_ints: ['kInteropMalformed'],
  reject_method_signed_marker: ['kInteropMalformed'],
  reject_negative_original_size: ['kInteropMalformed'],
  reject_forged_bin32_length: ['kBoundsSlots'],
  reject_payload_str: ['kInteropMalformed'],
  reject_method0_size_mismatch: ['kLengthMismatch'],
  reject_trailing_bytes: ['kBoundsTrailing'],
  reject_declared_size_bomb: ['kEnvelopeSizeCap'],
  reject_ratio_bomb: ['kEnvelopeRatioCap'],
  reject_zero_length_compressed: ['kEnvelopeEmptyData'],
  reject_lz4_zero_offset: ['kDecompressionFailed'],
  reject_lz4_truncated: ['kDecompressionFailed', 'kLengthMismatch'],
  reject_lz4_length_mismatch: ['kLengthMismatch'],
};

function rejectRow(file: string, vector: JsonObject): Row {
  const name = text(vector, 'name');
  const kinds = has(vector, 'kinds') ? texts(vector, 'kinds') : kindsOfRow[name];
  if (kinds === undefined) throw new TypeError(`${name}: a refusal without a rule`);
  return rowGroup(file, 'reject_vectors').row(name, async (target) => {
    const container = bytes(vector, 'container_hex');
    await fails(target, kinds, () => target.core.unpackInterop(container, anySize));
  });
}

function cryptoRejectRow(file: string, vector: JsonObject): Row {
  const group = rowGroup(file, 'crypto_reject_vectors');
  return group.row(text(vector, 'name'), async (target) => {
    await fails(target, ['kAuthenticationFailed'], () =>
      target.hooks.decryptRaw(
        bytes(vector, 'master_key_hex'),
        text(vector, 'tenant_id'),
        bytes(vector, 'aad_hex'),
        bytes(vector, 'ciphertext_hex'),
      ),
    );
  });
}

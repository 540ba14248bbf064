/** Rows of CacheKit's python-frame.json: a frame is recognised and refused, never read (WIRE-21). */
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN } from '../core/core.ts';
import { anySize, fails, failsSomehow, interopOf, withSealer } from './checks.ts';
import { bytes, type JsonObject, list, object, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import { decodePreScan } from './target.ts';

/** 43 is a whole document, the number 67: what follows it makes a frame refusable. */
const frameKinds = ['kBoundsTrailing'];

export function pythonFrameRows(file: string, json: JsonObject): readonly Row[] {
  const reader = object(json, 'encrypted_reader');
  return [
    ...list(json, 'frame_vectors').flatMap((vector) => [
      ...refusals(file, 'frame_vectors', vector),
      parsing(file, 'frame_vectors', vector),
    ]),
    ...list(json, 'error_vectors').flatMap((vector) => errorRows(file, vector)),
    ...list(json, 'encrypted_read_vectors').flatMap((vector) => [
      ...encryptedReads(file, reader, vector),
      parsing(file, 'encrypted_read_vectors', vector),
    ]),
  ];
}

function refusals(file: string, groupName: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, groupName);
  const name = text(vector, 'name');
  const frame = bytes(vector, 'frame_hex');
  return [
    group.row(`${name}: envelope reader`, async (target) => {
      await fails(target, frameKinds, () => target.core.unpack(frame, anySize));
    }),
    group.row(`${name}: plain reader`, async (target) => {
      await fails(target, frameKinds, () => target.core.checkDecodeBounds(frame, 100));
    }),
    group.row(
      `${name}: value decode`,
      async (target) => {
        await fails(target, [...frameKinds, decodePreScan], () => target.decodeValue?.(frame));
      },
      ['decodeValue'],
    ),
    group.row(
      `${name}: interop reader`,
      async (target) => {
        await failsSomehow(() => interopOf(target).decode(frame));
      },
      ['interop'],
    ),
  ];
}

function parsing(file: string, groupName: string, vector: JsonObject): Row {
  const reason = 'parsing a frame, its names and its metadata is for the Python SDK only';
  return rowGroup(file, groupName).skip(`${text(vector, 'name')}: frame reader`, reason);
}

function errorRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'error_vectors');
  const name = text(vector, 'name');
  if (name === 'bare_envelope_fed_to_frame_reader') {
    return [group.skip(name, 'a bare envelope is a container of this SDK')];
  }
  if (name === 'plain_msgpack_fed_to_frame_reader') {
    return [
      group.skip(name, 'plain MessagePack is a container of this SDK'),
      group.row(`${name}: envelope reader`, async (target) => {
        const plain = bytes(vector, 'frame_hex');
        await fails(target, ['kEnvelopeMalformed'], () => target.core.unpack(plain, anySize));
      }),
    ];
  }
  return refusals(file, 'error_vectors', vector);
}

/** An encrypted cache takes neither the frame nor its payload, whatever the header claims. */
function encryptedReads(file: string, reader: JsonObject, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'encrypted_read_vectors');
  const name = text(vector, 'name');
  const keys = {
    current: bytes(reader, 'master_key_hex'),
    previous: [],
    tenantId: text(reader, 'tenant_id'),
  };
  return ['frame_hex', 'expected_payload_hex'].map((member) =>
    group.row(`${name}: ${member === 'frame_hex' ? 'frame' : 'payload'}`, async (target) => {
      await withSealer(target, keys, async (sealer) => {
        for (const container of [CONTAINER_ENVELOPE, CONTAINER_PLAIN] as const) {
          await fails(target, ['kAuthenticationFailed'], () =>
            sealer.open(bytes(vector, member), text(reader, 'cache_key'), container, anySize),
          );
        }
      });
    }),
  );
}

/** Rows of CacheKit's wire-format.json. */
import { fails, same, sameBytes } from './checks.ts';
import { blockIn, canonicalEnvelope, checksumIn } from './envelope-form.ts';
import { bytes, has, type JsonObject, list, number, object, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import { decodePreScan } from './target.ts';
import { rejectRows } from './wire-format-rejects.ts';

export function wireFormatRows(file: string, json: JsonObject): readonly Row[] {
  return [
    ...list(json, 'vectors').flatMap((vector) => vectorRows(file, vector)),
    ...list(json, 'constructed_vectors').map((vector) => constructedRow(file, vector)),
    ...list(json, 'reject_vectors').flatMap((vector) => rejectRows(file, vector)),
    ...list(json, 'payload_reject_vectors').flatMap((vector) => payloadRows(file, vector)),
    ...list(json, 'temporal_sentinel_vectors').map((vector) => temporalRow(file, vector)),
  ];
}

function vectorRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'vectors');
  const name = text(vector, 'name');
  const read = group.row(`${name}: read`, async (target) => {
    const value = bytes(vector, 'input_hex');
    same(value.length, number(vector, 'input_size'), 'input_size');
    sameBytes(target.core.unpack(bytes(vector, 'envelope_hex'), value.length), value, 'value');
  });
  if (!has(vector, 'envelope_encoding')) {
    return [read, group.skip(`${name}: write`, 'the legacy form is read for ever, never written')];
  }
  // WIRE-6 pins the block of lz4_flex writers only: here the block is our own, all else the vector's.
  const write = group.row(`${name}: write`, async (target) => {
    const envelope = bytes(vector, 'envelope_hex');
    const value = bytes(vector, 'input_hex');
    const sum = checksumIn(envelope);
    sameBytes(
      canonicalEnvelope(blockIn(envelope), sum, value.length),
      envelope,
      'the vector itself',
    );
    const packed = target.core.pack(value);
    const expected = canonicalEnvelope(blockIn(packed), sum, value.length);
    sameBytes(packed, expected, 'envelope around the block');
  });
  return [read, write];
}

function constructedRow(file: string, vector: JsonObject): Row {
  return rowGroup(file, 'constructed_vectors').row(text(vector, 'name'), async (target) => {
    const envelope = bytes(vector, 'envelope_construction');
    same(envelope.length, number(vector, 'envelope_size'), 'envelope_size');
    const value = bytes(vector, 'input_construction');
    sameBytes(target.core.unpack(envelope, value.length), value, 'value');
  });
}

/** The envelope is good; what it carries breaks the decode bounds. */
function payloadRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'payload_reject_vectors');
  const name = text(vector, 'name');
  const kinds = ['kBoundsSlots'];
  return [
    group.row(`${name}: pre-scan`, async (target) => {
      const payload = target.core.unpack(bytes(vector, 'envelope_hex'), 65_536);
      sameBytes(payload, bytes(vector, 'input_hex'), 'payload');
      await fails(target, kinds, () => target.core.checkDecodeBounds(payload, 100));
    }),
    group.row(
      `${name}: value decode`,
      async (target) => {
        const payload = target.core.unpack(bytes(vector, 'envelope_hex'), 65_536);
        await fails(target, [...kinds, decodePreScan], () => target.decodeValue?.(payload));
      },
      ['decodeValue'],
    ),
  ];
}

function temporalRow(file: string, vector: JsonObject): Row {
  const group = rowGroup(file, 'temporal_sentinel_vectors');
  return group.row(
    text(vector, 'name'),
    async (target) => {
      const expected = object(vector, 'revives_to');
      const revived = target.describeTemporal?.(target.decodeValue?.(bytes(vector, 'payload_hex')));
      if (!revived) throw new Error('not revived');
      same<string>(revived.type, text(expected, 'type'), 'type');
      if (revived.type === 'datetime') {
        return same(Date.parse(revived.iso), Date.parse(text(expected, 'iso')), 'instant');
      }
      return same(revived.iso, text(expected, 'iso'), 'value');
    },
    ['decodeValue', 'describeTemporal'],
  );
}

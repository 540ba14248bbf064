/** Rows of our envelopes.json and envelope-refusals.json. */
import { fails, sameBytes } from './checks.ts';
import { blockIn, canonicalEnvelope } from './envelope-form.ts';
import { bytes, has, type JsonObject, list, number, text } from './json.ts';
import { allocatesLessThan } from './peak.ts';
import { type Row, rowGroup } from './row.ts';

export function envelopeRows(file: string, json: JsonObject): readonly Row[] {
  const pack = rowGroup(file, 'pack');
  const read = ['pack', 'legacy', 'matches', 'widths'].flatMap((name) => {
    const group = rowGroup(file, name);
    return list(json, name).map((vector) =>
      group.row(`${text(vector, 'name')}: read`, async (target) => {
        const value = bytes(vector, 'value');
        sameBytes(target.core.unpack(bytes(vector, 'envelope'), value.length), value, 'value');
      }),
    );
  });
  const written = list(json, 'pack').map((vector) =>
    pack.row(`${text(vector, 'name')}: write`, async (target) => {
      const value = bytes(vector, 'value');
      const packed = target.core.pack(value);
      const expected = canonicalEnvelope(blockIn(packed), bytes(vector, 'checksum'), value.length);
      sameBytes(packed, expected, 'envelope around the block');
      sameBytes(target.core.unpack(packed, value.length), value, 'value');
    }),
  );
  return [...read, ...written];
}

export function envelopeRefusalRows(file: string, json: JsonObject): readonly Row[] {
  return ['bounds', 'typed_decode', 'limits', 'decompression', 'checksum'].flatMap((name) => {
    const group = rowGroup(file, name);
    return list(json, name).flatMap((vector) => {
      const refused = group.row(text(vector, 'name'), async (target) => {
        await fails(target, [text(vector, 'error')], () =>
          target.core.unpack(bytes(vector, 'envelope'), number(vector, 'max_value_bytes')),
        );
      });
      if (!has(vector, 'peak_below')) return [refused];
      const measured = group.row(
        `${text(vector, 'name')}: peak allocation`,
        (target) =>
          allocatesLessThan(target, bytes(vector, 'envelope'), number(vector, 'peak_below')),
        ['peakAllocationDuring'],
      );
      return [refused, measured];
    });
  });
}

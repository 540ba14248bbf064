/** reject_vectors of wire-format.json: the error that each vector names (WIRE-16 … WIRE-18). */
import { fails } from './checks.ts';
import { bytes, type JsonObject, number, text } from './json.ts';
import { allocatesLessThan, protocolLimit } from './peak.ts';
import { type Row, rowGroup } from './row.ts';

const kindsByName: Readonly<Record<string, readonly string[]>> = {
  reject_original_size_over_cap: ['kEnvelopeSizeCap'],
  reject_original_size_wraps_u32: ['kEnvelopeSizeCap', 'kEnvelopeMalformed'],
  reject_original_size_sign_bit: ['kEnvelopeSizeCap', 'kEnvelopeMalformed'],
  reject_zero_length_compressed_data: ['kEnvelopeEmptyData'],
  reject_ratio_bomb: ['kEnvelopeRatioCap'],
  reject_ratio_float32_rounds: ['kEnvelopeRatioCap'],
  reject_decompressed_length_mismatch: ['kLengthMismatch'],
  reject_checksum_mismatch: ['kChecksumMismatch'],
  reject_envelope_arity_5: ['kEnvelopeMalformed'],
  reject_envelope_arity_3: ['kEnvelopeMalformed'],
  reject_checksum_nine_elements: ['kEnvelopeMalformed'],
  reject_checksum_seven_elements: ['kEnvelopeMalformed'],
  reject_legacy_element_above_255: ['kEnvelopeMalformed'],
  reject_envelope_slots_overclaim: ['kBoundsSlots'],
};

/** Vectors of which the protocol demands a measurement, too. */
const bombs = ['reject_original_size_over_cap', 'reject_ratio_bomb'];

export function rejectRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'reject_vectors');
  const name = text(vector, 'name');
  const kinds = kindsByName[name] ?? [];
  const refused = group.row(name, async (target) => {
    if (kinds.length === 0) throw new Error('a vector without a rule');
    await fails(target, kinds, () =>
      target.core.unpack(bytes(vector, 'envelope_hex'), protocolLimit),
    );
  });
  if (!bombs.includes(name)) return [refused];
  return [
    refused,
    group.row(
      `${name}: peak allocation`,
      async (target) => {
        const limit = number(vector, 'original_size');
        await allocatesLessThan(target, bytes(vector, 'envelope_hex'), limit);
      },
      ['peakAllocationDuring'],
    ),
  ];
}

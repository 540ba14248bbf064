/** reject_vectors of wire-format.json: the error that each vector names (WIRE-16 … WIRE-18). */
import { anySize, fails, sameBytes } from './checks.ts';
import { canonicalEnvelope, checksumIn, literalBlock } from './envelope-form.ts';
import { bytes, type JsonObject, number, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import type { ConformanceTarget } from './target.ts';

const protocolLimit = 536_870_912;

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
        const peak = await peakOfRefused(target, bytes(vector, 'envelope_hex'));
        if (peak >= limit) throw new Error(`allocated ${peak} bytes, expected fewer than ${limit}`);
        await probeSeesAllocations(target);
      },
      ['peakAllocationDuring'],
    ),
  ];
}

async function peakOfRefused(target: ConformanceTarget, envelope: Uint8Array): Promise<number> {
  const peak = await target.peakAllocationDuring?.(() => {
    try {
      target.core.unpack(envelope, protocolLimit);
    } catch {
      return;
    }
    throw new Error('accepted a bomb');
  });
  return peak ?? Number.POSITIVE_INFINITY;
}

/** The positive control: an envelope that is good, and as large as the smaller bomb claims to be. */
async function probeSeesAllocations(target: ConformanceTarget): Promise<void> {
  const value = new Uint8Array(1_000_001).fill(0x62);
  const sum = checksumIn(target.core.pack(value));
  const envelope = canonicalEnvelope(literalBlock(value), sum, value.length);
  const peak = await target.peakAllocationDuring?.(() => {
    sameBytes(target.core.unpack(envelope, anySize), value, 'value');
  });
  if (peak === undefined || peak < value.length) {
    throw new Error(`the probe saw ${peak} bytes where ${value.length} were needed`);
  }
}

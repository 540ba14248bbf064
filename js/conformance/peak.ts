/** Measuring that a refused envelope took no memory for what it claims (WIRE-11, WIRE-17, WIRE-18). */
import { sameBytes } from './checks.ts';
import { canonicalEnvelope, checksumIn, literalBlock } from './envelope-form.ts';
import type { ConformanceTarget } from './target.ts';

/** The most that an envelope may declare (PROTOCOL §3.2). */
export const protocolLimit = 536_870_912;

/** The control is as large as the smallest bomb of the vectors claims to be. */
const controlBytes = 1_000_001;

export async function allocatesLessThan(
  target: ConformanceTarget,
  refused: Uint8Array,
  limit: number,
): Promise<void> {
  const peak = await peakOfRefused(target, refused);
  if (peak >= limit) throw new Error(`allocated ${peak} bytes, expected fewer than ${limit}`);
  await probeSeesAllocations(target);
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

/** The positive control: a good envelope, of which the probe must see the value. */
async function probeSeesAllocations(target: ConformanceTarget): Promise<void> {
  const value = new Uint8Array(controlBytes).fill(0x62);
  const sum = checksumIn(target.core.pack(value));
  const envelope = canonicalEnvelope(literalBlock(value), sum, value.length);
  const peak = await target.peakAllocationDuring?.(() => {
    sameBytes(target.core.unpack(envelope, controlBytes), value, 'value');
  });
  if (peak === undefined || peak < value.length) {
    throw new Error(`the probe saw ${peak} bytes where ${value.length} were needed`);
  }
}

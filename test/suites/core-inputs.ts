/** Keys, values and the expected form of a refusal, for the suites that every core runs. */
import type { Core, MaybePromise, SealerKeys } from '../../js/core/core.ts';
import type { ErrorCode } from '../../js/errors.ts';

export type MakeCore = () => MaybePromise<Core>;

/** Above every value of the suites. */
export const LIMIT = 100_000_000;

export const keyOf = (byte: number) => new Uint8Array(32).fill(byte);

export const keys: SealerKeys = { current: keyOf(1), previous: [], tenantId: 'tenant' };

/** Half noise, half repetition, so that LZ4 has literals and matches; differs by size and seed. */
export function sampleOf(size: number, seed = 1): Uint8Array {
  const value = new Uint8Array(size);
  let state = (size * 2_654_435_761 + seed) >>> 0 || 1;
  for (let i = 0; i < size; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    value[i] = i & 64 ? i >> 7 : state;
  }
  return value;
}

/** Equality of long values without the test framework's slow walk over them. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly reason: string;
}

export const refusal = (code: ErrorCode, reason: string): Refusal => ({ code, reason });

/** What `work` throws or rejects with. */
export async function errorOf(work: () => MaybePromise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it was accepted');
}

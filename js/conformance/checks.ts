/** What rows assert with: plain errors, no test framework. */
import {
  CONTAINER_ENVELOPE,
  CONTAINER_PACKED,
  CONTAINER_PLAIN,
  type Container,
  type Sealer,
  type SealerKeys,
} from '../core/core.ts';
import { hexOf } from './bytes.ts';
import { NotShipped } from './not-shipped.ts';
import type { ConformanceTarget, InteropSide } from './target.ts';

/** Beyond any value of the vectors, below every limit of the protocol. */
export const anySize = 64 * 1024 * 1024;

export function same<T extends string | number | boolean>(
  actual: T,
  expected: T,
  what: string,
): void {
  if (actual !== expected) throw new Error(`${what}: got ${actual}, expected ${expected}`);
}

export function sameBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  same(actual.length, expected.length, `${what}, length`);
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  if (at < 0) return;
  const around = (bytes: Uint8Array): string => hexOf(bytes.subarray(at, at + 16));
  throw new Error(`${what}: at byte ${at} got ${around(actual)}…, expected ${around(expected)}…`);
}

/** `attempt` must fail, and with one of these enumerators. */
export async function fails(
  target: ConformanceTarget,
  kinds: readonly string[],
  attempt: () => unknown,
): Promise<void> {
  let accepted = false;
  try {
    await attempt();
    accepted = true;
  } catch (error) {
    if (error instanceof NotShipped) throw error;
    const kind = target.errorKind(error);
    if (kinds.includes(kind)) return;
    throw new Error(`refused with ${kind}, expected ${kinds.join(' or ')}`, { cause: error });
  }
  if (accepted) throw new Error(`accepted, expected ${kinds.join(' or ')}`);
}

/** `attempt` must fail; where the vectors name no error. */
export async function failsSomehow(attempt: () => unknown): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof NotShipped) throw error;
    return;
  }
  throw new Error('accepted, expected a refusal');
}

export function interopOf({ interop }: ConformanceTarget): InteropSide {
  if (interop === undefined) throw new Error('the target has no interop mode');
  return interop;
}

export function containerOf(name: string): Container {
  if (name === 'plain') return CONTAINER_PLAIN;
  if (name === 'envelope') return CONTAINER_ENVELOPE;
  if (name === 'packed') return CONTAINER_PACKED;
  throw new TypeError(`no container ${name}`);
}

export async function withSealer<T>(
  target: ConformanceTarget,
  keys: SealerKeys,
  use: (sealer: Sealer) => T,
): Promise<Awaited<T>> {
  const sealer = await target.core.createSealer(keys);
  try {
    return await use(sealer);
  } finally {
    sealer.dispose();
  }
}

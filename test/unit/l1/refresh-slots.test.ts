/** When an entry is due for a refresh, and who may refresh it. */
import { describe, expect, test } from 'vitest';
import type { L1Entry } from '../../../js/l1/l1-entry.ts';
import { type L1Config, resolveL1 } from '../../../js/l1/l1-options.ts';
import { RefreshSlots } from '../../../js/l1/refresh-slots.ts';

/** Longer than a refresh may take before its key is given to another. */
const TORN_DOWN_MS = 60_000;

function slotsWith(config: L1Config = {}, drawn = 0.5) {
  const clock = { ms: 0 };
  const random = { drawn };
  const slots = new RefreshSlots(
    resolveL1(config),
    () => clock.ms,
    () => random.drawn,
  );
  const entry: L1Entry = {
    content: null,
    namespace: 'n',
    tags: [],
    expiresAt: 1000,
    keptUntil: 1000,
    slidingTtl: 0,
    lifetimeMs: 1000,
    refreshFrom: 0,
  };
  return { slots, clock, random, entry };
}

describe('an entry is due', () => {
  test.each([
    [0, 0.5, 550],
    [0.5, 0.5, 500],
    [1, 0.5, 450],
    [0.5, 0.25, 750],
    [0.5, 0.9, 100],
  ])('drawing %s at a ratio of %s, after %s of 1000 ms', (drawn, swrThresholdRatio, after) => {
    const { slots, clock, entry } = slotsWith({ swrThresholdRatio }, drawn);
    clock.ms = after - 0.001;
    expect(slots.isDue(entry)).toBe(false);
    clock.ms = after + 0.001;
    expect(slots.isDue(entry)).toBe(true);
  });

  test('by a draw of its own for each reader', () => {
    const { slots, clock, random, entry } = slotsWith();
    clock.ms = 500.5;
    expect(slots.isDue(entry)).toBe(true);
    random.drawn = 0;
    expect(slots.isDue(entry)).toBe(false);
  });

  test('not at the threshold itself', () => {
    const { slots, clock, entry } = slotsWith();
    clock.ms = 500;
    expect(slots.isDue(entry)).toBe(false);
  });

  test('B23: not during its back-off, which takes no slot', () => {
    const { slots, clock, entry } = slotsWith();
    entry.refreshFrom = 900;
    clock.ms = 899;
    expect(slots.isDue(entry)).toBe(false);
    expect(slots.underWay).toBe(0);
    clock.ms = 900;
    expect(slots.isDue(entry)).toBe(true);
  });

  test('never where SWR is off or life has no end', () => {
    const off = slotsWith({ swrEnabled: false });
    off.clock.ms = 999;
    expect(off.slots.isDue(off.entry)).toBe(false);
    const { slots, clock, entry } = slotsWith();
    clock.ms = 1e15;
    const endless = Number.POSITIVE_INFINITY;
    expect(slots.isDue({ ...entry, expiresAt: endless, lifetimeMs: endless })).toBe(false);
  });
});

describe('a slot', () => {
  test('is one per key, free again when released', () => {
    const { slots } = slotsWith();
    const slot = slots.take('a');
    expect(slot).not.toBeNull();
    expect(slots.take('a')).toBeNull();
    expect(slots.take('b')).not.toBeNull();
    if (slot !== null) slots.release(slot);
    expect(slots.take('a')).not.toBeNull();
    expect(slots.underWay).toBe(2);
  });

  test('is had by so many keys at once and no more', () => {
    const { slots } = slotsWith({ maxConcurrentRefreshes: 2 });
    const first = slots.take('a');
    slots.take('b');
    expect(slots.take('c')).toBeNull();
    if (first !== null) slots.release(first);
    expect(slots.take('c')).not.toBeNull();
    expect(slots.take('d')).toBeNull();
  });

  test('B25: of a refresh that was torn down is given to another in time', () => {
    const { slots, clock } = slotsWith();
    slots.take('a');
    clock.ms = TORN_DOWN_MS - 1;
    expect(slots.take('a')).toBeNull();
    clock.ms = TORN_DOWN_MS;
    expect(slots.take('a')).not.toBeNull();
    expect(slots.take('a')).toBeNull();
    expect(slots.underWay).toBe(1);
  });

  test('that ran out counts no longer for other keys', () => {
    const { slots, clock } = slotsWith({ maxConcurrentRefreshes: 2 });
    slots.take('a');
    clock.ms = 10;
    slots.take('b');
    clock.ms = TORN_DOWN_MS;
    expect(slots.take('c')).not.toBeNull();
    expect(slots.take('d')).toBeNull();
    expect(slots.underWay).toBe(2);
  });

  test('released late does not free the one that followed', () => {
    const { slots, clock } = slotsWith();
    const late = slots.take('a');
    clock.ms = TORN_DOWN_MS;
    slots.take('a');
    if (late !== null) slots.release(late);
    expect(slots.take('a')).toBeNull();
  });

  test('released twice frees nothing of others', () => {
    const { slots } = slotsWith();
    const slot = slots.take('a');
    if (slot === null) throw new Error('no slot');
    slots.release(slot);
    slots.take('a');
    slots.release(slot);
    expect(slots.take('a')).toBeNull();
  });
});

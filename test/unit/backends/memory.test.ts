import { expect, it } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';

testBackend(vitestRunner, {
  name: 'memory',
  create: (now) => new MemoryBackend({ now }),
  time: 'given',
  supports: ['getWithTtl', 'ttl', 'locks'],
});

it('A21: does not let expired entries pile up', { timeout: 60_000 }, async () => {
  let clock = 0;
  const store = new MemoryBackend({ now: () => clock });
  const value = new Uint8Array(10_000);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 40_000; i++) {
    clock += 100;
    await store.set(`key-${i}`, value, 1);
  }
  // 40,000 entries are 400 MB; at any time at most 10 live. The rest is what awaits collection.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200_000_000);
  expect(await store.get('key-39999')).toStrictEqual(value);
});

it('keeps live entries when it sweeps', async () => {
  const store = new MemoryBackend({ now: () => 0 });
  for (let i = 0; i < 5000; i++) await store.set(`key-${i}`, Uint8Array.of(i & 0xff), 1);
  for (let i = 0; i < 5000; i++) {
    expect(await store.get(`key-${i}`)).toStrictEqual(Uint8Array.of(i & 0xff));
  }
});

it('takes its time from Date.now', async () => {
  const store = new MemoryBackend();
  await store.set('key', Uint8Array.of(1), 3600);
  expect(await store.exists('key')).toBe(true);
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'gives no lock for %s ms',
  async (timeout) => {
    await expect(new MemoryBackend().acquireLock('k', timeout)).rejects.toThrow(/at most a day/);
  },
);

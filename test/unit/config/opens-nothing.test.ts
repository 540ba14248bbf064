/** Everything is checked before anything is opened (PITFALLS B42). */
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { createCache, MemoryBackend } from '../../../js/node.ts';

const WRONG: readonly object[] = [
  { backend: {} },
  { defaultTtl: Number.NaN },
  { negativeTtl: 0 },
  { ttlJitter: 2 },
  { serializer: { maxDepth: Number.POSITIVE_INFINITY } },
  { l1: { maxMemory: Number.NaN } },
  { reliability: { retry: { deadline: Number.NaN } } },
  { reliability: { circuitBreaker: { timeout: -1 } } },
  { encryption: { masterKey: 'short' } },
  { encryption: { masterKey: 'ab'.repeat(32), tenantId: '' } },
  { keyFormat: 'other' },
  { stampede: { lockPollMs: Number.NaN } },
  { tracing: 1 },
  { metrics: { prefix: '1' } },
  { unknown: true },
];

test.each(WRONG)('B42: with %j nothing is subscribed to, asked or registered', async (wrong) => {
  const backend = new MemoryBackend();
  const used = (['get', 'getWithTtl', 'set', 'acquireLock'] as const).map((name) =>
    vi.spyOn(backend, name),
  );
  const subscribe = vi.fn(async () => async () => {});
  const registry = new Registry();
  const given = {
    backend,
    invalidation: { transport: { publish: async () => {}, subscribe } },
    metrics: { registry },
    ...wrong,
  };
  expect(() => Reflect.apply(createCache, undefined, [given])).toThrow(
    expect.objectContaining({ code: 'ERR_CONFIGURATION' }),
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const spy of [...used, subscribe]) expect(spy).not.toHaveBeenCalled();
  expect(registry.getMetricsAsArray()).toEqual([]);
});

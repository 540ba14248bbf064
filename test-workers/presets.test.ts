/** The presets inside workerd, by the suite that Node runs. */
import { expect, test } from 'vitest';
import { createCache, generateKey, MemoryBackend } from '../js/workers.ts';
import { presetsSuite } from '../test/suites/presets-suite.ts';

presetsSuite('workerd', createCache);

test('secure needs its key as an argument', () => {
  expect(() => createCache.secure({ backend: new MemoryBackend() })).toThrow(/pass masterKey/);
});

test('metrics through prom-client are refused, off is not', () => {
  const backend = new MemoryBackend();
  const metrics = (option: boolean | object) => () =>
    createCache.production({ backend, metrics: option });
  expect(metrics(true)).toThrow(/need Node/);
  expect(metrics({ prefix: 'a' })).toThrow(/need Node/);
  expect(metrics(false)).not.toThrow();
});

test('a preset makes a cache that takes an execution context', async () => {
  const cache = createCache.secure({ backend: new MemoryBackend(), masterKey: generateKey() });
  const view = cache.withExecutionContext({ waitUntil: () => {} });
  await view.set('a', 1);
  expect(await cache.get('a')).toBe(1);
});

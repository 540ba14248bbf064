import { expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import { createCache, MemoryBackend } from '../../../js/node.ts';

test.each<[string, unknown]>([
  ['null', null],
  ['a transport itself', new LocalInvalidationTransport()],
  ['no transport', {}],
  ['half a transport', { transport: { publish: async () => {} } }],
  ['an unknown name', { transport: new LocalInvalidationTransport(), channel: 'x' }],
  ['both kinds', { transport: new LocalInvalidationTransport(), redis: {} }],
])('invalidation refuses %s', (_, invalidation) => {
  const options = { backend: new MemoryBackend(), invalidation };
  expect(() => Reflect.apply(createCache, undefined, [options])).toThrow(ConfigurationError);
});

test('invalidation is not needed', async () => {
  const cache = createCache({ backend: new MemoryBackend() });
  await cache.invalidate('global');
  expect(cache.stats().operations['invalidation_publish']).toBeUndefined();
});

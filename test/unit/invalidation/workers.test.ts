import { expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';

test('a runtime that cannot listen refuses the option when a cache is made', () => {
  const platform = { loadCore: loadNodeCore, now: Date.now, random: Math.random };
  const options = {
    backend: new MemoryBackend(),
    invalidation: { transport: new LocalInvalidationTransport() },
  };
  expect(() => openCache(options, { ...platform, hearsOthers: false })).toThrow(ConfigurationError);
  expect(() => openCache(options, platform)).not.toThrow();
});

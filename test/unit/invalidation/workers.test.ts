import { expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { openCache, type Platform } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { Invalidator, type InvalidatorParts } from '../../../js/invalidation/invalidator.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';

test('a runtime that cannot listen refuses the option when a cache is made', () => {
  const platform: Platform = { loadCore: loadNodeCore, now: Date.now, random: Math.random };
  const options = {
    backend: new MemoryBackend(),
    invalidation: { transport: new LocalInvalidationTransport() },
  };
  expect(() => openCache(options, platform)).toThrow(ConfigurationError);
  const openInvalidator = (parts: InvalidatorParts) => new Invalidator(parts);
  expect(() => openCache(options, { ...platform, openInvalidator })).not.toThrow();
});

import type { CacheOptions, SecureCache } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { createCacheFor } from '../../../js/config/presets.ts';
import { createCache as createNodeCache } from '../../../js/node.ts';

export const backend = new MemoryBackend();
export const masterKey = generateKey();

/** A `createCache` that only notes what it would open. */
export function recorder(environment: Readonly<Record<string, string>> = {}) {
  const opened: CacheOptions[] = [];
  const cache: SecureCache = createNodeCache({ backend, encryption: { masterKey } });
  const createCache = createCacheFor<SecureCache, SecureCache>({
    open: (options) => {
      opened.push(options);
      return cache;
    },
    environment: (name) => environment[name],
    defaultMetrics: true,
  });
  return { createCache, opened, last: () => opened.at(-1) };
}

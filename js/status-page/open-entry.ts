import type { Backend } from '../backends/backend.ts';
import { createCache } from '../workers.ts';
import type { ServiceClient } from './service.ts';
import { showValue } from './show-value.ts';

/**
 * Opens an entry in this page, by the same core that sealed it.
 * @returns what to show
 * @throws {CachekitError} where it does not open
 */
export async function openEntry(
  service: ServiceClient,
  key: string,
  masterKey: string,
  tenantId: string,
): Promise<string> {
  let found = false;
  const cache = createCache({
    backend: readOnly(async (asked) => {
      const bytes = await service.value(asked);
      found = bytes !== null;
      return bytes;
    }),
    l1: { enabled: false },
    reliability: { degradation: false },
    encryption: { masterKey, tenantId },
  });
  try {
    const value = await cache.get<unknown>(key);
    return found ? showValue(value) : 'there is no such entry';
  } finally {
    await cache.close();
  }
}

/** Nothing that is done here changes an entry. */
function readOnly(get: Backend['get']): Backend {
  const nothing = async () => false;
  return { get, set: async () => {}, delete: nothing, exists: nothing, close: async () => {} };
}

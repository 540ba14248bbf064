/** The service is stopped and started again under 200 calls a second. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { createCache, generateKey } from '../../../js/node.ts';
import { startService } from '../../../scripts/main-job/local-service.ts';
import { underTraffic } from '../../helpers/fault-traffic.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { apiKeyOf } from './service-client.ts';

test('a restart under 200 calls a second', { timeout: 180_000 }, async () => {
  const storage = await mkdtemp(join(tmpdir(), 'sealcache-faults-'));
  const port = await freePort();
  let service = await startService({ storage, port });
  const cache = createCache.io({
    apiKey: await apiKeyOf(service),
    apiUrl: service.url.origin,
    allowCustomHost: 'loopback',
    // Every call goes to the service.
    l1: { enabled: false },
    encryption: { masterKey: generateKey() },
  });
  try {
    await underTraffic(cache, {
      fail: () => service.stop(),
      mend: async () => {
        service = await startService({ storage, port });
      },
      // As docs/service.md says.
      within: 15_000,
    });
  } finally {
    await service.stop();
    await rm(storage, { recursive: true, force: true });
  }
});

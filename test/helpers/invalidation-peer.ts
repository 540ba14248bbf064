/**
 * A process with an encrypted cache over Redis: `invalidation-peer.ts url master-key [tracking]`. For each
 * key it is sent it answers with the value and whether it was in L1.
 */
import { redis } from '../../js/backends/redis/redis.ts';
import { RedisInvalidationTransport } from '../../js/invalidation/redis-transport.ts';
import { createCache } from '../../js/node.ts';

const [url = '', masterKey = '', tracking] = process.argv.slice(2);
const transport = new RedisInvalidationTransport({ url, tracking: tracking === 'tracking' });
const cache = createCache({
  backend: redis({ url }),
  encryption: { masterKey },
  invalidation: { transport },
});

process.on('message', async (key: unknown) => {
  const before = cache.stats().hits.l1;
  const value = await cache.get(String(key));
  process.send?.({ value, inL1: cache.stats().hits.l1 > before });
});
process.once('disconnect', async () => {
  await cache.close();
  await transport.close();
});

import { listKeys, newKey, revokeKey, storeKey } from '../../js/cli/api-keys-actions.ts';
import { recordStore } from '../../js/cli/api-keys-local.ts';
import { type LocalService, startService } from './local-service.ts';

/** By it the next run knows a key of an earlier one, of which nobody has to know any more. */
const LABEL = 'npm start';

/** Runs the cache service on a folder until the process is told to stop. */
export async function serve(storage: string): Promise<void> {
  const service = await startService({ storage });
  try {
    const apiKey = await freshApiKey(service);
    console.log(examples(service.url.origin, apiKey, storage));
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
  } finally {
    await service.stop();
  }
}

async function freshApiKey({ apiKeys }: LocalService): Promise<string> {
  const store = recordStore(apiKeys);
  for (const { id, record } of await listKeys(store)) {
    if (record?.label === LABEL) await revokeKey(store, id);
  }
  const key = await newKey('live', 'default', LABEL);
  await storeKey(store, key);
  return key.apiKey;
}

function examples(url: string, apiKey: string, storage: string): string {
  return `
the cache service runs at ${url} until you press Ctrl+C; what it keeps is in ${storage}
open ${url}/ in a browser to see what it holds, with the API key ${apiKey}

  curl -X PUT -H 'Authorization: Bearer ${apiKey}' -H 'X-CacheKit-TTL: 60' --data-binary 'some bytes' ${url}/v1/cache/greeting
  curl -H 'Authorization: Bearer ${apiKey}' ${url}/v1/cache/greeting

sealed before it leaves your process, with a key that the service never sees:

  import { createCache, generateKey } from 'sealcache';

  const cache = createCache.io({
    apiKey: '${apiKey}',
    apiUrl: '${url}',
    allowCustomHost: 'loopback',
    encryption: { masterKey: generateKey() },
  });
  await cache.set('user:42', { name: 'Ada' }, { ttl: 60 });
  console.log(await cache.get('user:42'));

keys for others: node_modules/.bin/node js/cli/api-keys.ts create --storage ${storage}
the API: ${url}/openapi.json
`;
}

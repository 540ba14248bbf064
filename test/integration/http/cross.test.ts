/** What Node sealed and sent over HTTP, a Worker opens straight from KV; and the other way round. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { persistencePath } from '../../../js/cli/api-keys-local.ts';
import { createCache, generateKey } from '../../../js/node.ts';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { bundleConfig } from '../../../scripts/worker-bundle.ts';
import { apiKeyOf, newTenant } from './service-client.ts';
import { storedValues } from './stored-values.ts';

const masterKey = generateKey();
const tenant = newTenant();

let storage: string;
let service: LocalService;
let apiKey: string;
let opener: Miniflare;
let openerUrl: URL;

beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'sealcache-cross-'));
  service = await startService({ storage });
  apiKey = await apiKeyOf(service, 'live', tenant);
  const { outdir, script, wasm } = bundleConfig(
    'test/integration/http/opener/wrangler.toml',
    'opener',
  );
  opener = new Miniflare(
    convertV4MiniflareOptions({
      modulesRoot: outdir,
      modules: [
        { type: 'ESModule', path: join(outdir, script) },
        ...wasm.map((file) => ({ type: 'CompiledWasm' as const, path: join(outdir, file) })),
      ],
      compatibilityDate: '2026-10-01',
      resourcePersistencePath: persistencePath(storage),
      kvNamespaces: { VALUES: '00000000000000000000000000000002' },
      bindings: {
        TENANT: tenant,
        MASTER_KEY: masterKey,
        API_KEY: apiKey,
        API_URL: service.url.origin,
      },
      host: '127.0.0.1',
      port: 0,
    }),
  );
  openerUrl = await opener.ready;
}, 180_000);
afterAll(async () => {
  await opener.dispose();
  await service.stop();
  await rm(storage, { recursive: true, force: true });
});

function cacheOf(key: string) {
  return createCache.io({
    apiKey,
    apiUrl: service.url.origin,
    allowCustomHost: 'loopback',
    encryption: { masterKey: key, onFailure: 'throw' },
  });
}

const VALUE = { name: 'Grace', tags: ['a', 'b'], count: 12, nothing: null };

test('sealed in Node, opened in a Worker by its own core from KV', async () => {
  await cacheOf(masterKey).set('user:node', VALUE, { ttl: 300 });
  const answer = await fetch(new URL('/user%3Anode', openerUrl));
  expect([answer.status, await answer.json()]).toEqual([200, VALUE]);
});

test('sealed in a Worker, opened in Node over HTTP and straight from KV', async () => {
  const body = JSON.stringify(VALUE);
  const put = await fetch(new URL('/user%3Aworker', openerUrl), { method: 'PUT', body });
  expect(put.status).toBe(204);
  expect(await cacheOf(masterKey).get('user:worker')).toEqual(VALUE);

  const backend = storedValues(service.values, tenant);
  expect(await createCache({ backend, encryption: { masterKey } }).get('user:worker')).toEqual(
    VALUE,
  );
});

test('a Worker with the same key opens nothing that was moved to another name in KV', async () => {
  const [source] = (await service.values.list({ prefix: `v1/${tenant}/user:node/` })).keys;
  const moved = await service.values.get(source?.name ?? '', 'arrayBuffer');
  await service.values.put(`v1/${tenant}/user:moved/0`, moved ?? '');
  const answer = await fetch(new URL('/user%3Amoved', openerUrl));
  expect(answer.status).toBe(500);
});

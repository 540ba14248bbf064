/** The command for API keys, on the storage of a service that runs; and what it shares with wrangler.toml. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runApiKeys } from '../../../js/cli/api-keys.ts';
import { API_KEYS_NAMESPACE } from '../../../js/cli/api-keys-local.ts';
import { RATE_PERIOD_SECONDS } from '../../../js/worker/api-keys/rate-period.ts';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { ask } from './service-client.ts';

let storage: string;
let service: LocalService;
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'sealcache-keys-'));
  service = await startService({ storage });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(storage, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const status = await runApiKeys(args, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

async function statusWith(apiKey: string): Promise<number> {
  const headers = { 'X-CacheKit-L1-Status': 'disabled' };
  return (await ask(service, apiKey, 'GET', '/v1/cache/absent', { headers })).status;
}

test('a key works from when it is made until it is revoked', { timeout: 120_000 }, async () => {
  const label = ['--label', 'for the shop'];
  const made = await run(
    'create',
    '--class',
    'sdk',
    '--tenant',
    'shop',
    ...label,
    '--storage',
    storage,
  );
  expect(made.status).toBe(0);
  const [apiKey = ''] = /ck_sdk_[0-9a-f]{16}_[0-9a-f]{64}/.exec(made.text) ?? [];
  const id = apiKey.slice(7, 23);
  expect(await statusWith(apiKey)).toBe(404);

  // What it prints for a deployment is what it stored here.
  const [, name, record] =
    /kv key put --binding API_KEYS --remote '(\S+)' '(.+)'/.exec(made.text) ?? [];
  expect(name).toBe(`key/${id}`);
  expect(await service.apiKeys.get(name ?? '')).toBe(record);
  expect(record).not.toContain(apiKey.slice(-64));

  const listed = await run('list', '--storage', storage);
  expect(listed.text).toMatch(new RegExp(`^${id}  ck_sdk_  shop  20\\S+  for the shop$`, 'm'));
  expect(listed.text).not.toContain(apiKey.slice(-64));

  expect((await run('revoke', id, '--storage', storage)).status).toBe(0);
  expect(await statusWith(apiKey)).toBe(401);
  expect((await run('revoke', id, '--storage', storage)).status).toBe(1);
  expect((await run('list', '--storage', storage)).text).toContain('there are no keys');
});

test('--remote touches nothing and prints what to run', async () => {
  const before = await service.apiKeys.list();
  const made = await run('create', '--remote', '--storage', storage);
  expect(made.text).toMatch(/wrangler kv key put .* 'key\/[0-9a-f]{16}' '\{.*"scope":"live".*\}'/);
  expect((await run('revoke', 'f'.repeat(16), '--remote')).text).toContain(`delete`);
  expect((await run('list', '--remote')).text).toContain('wrangler kv key list');
  expect((await service.apiKeys.list()).keys).toEqual(before.keys);
});

test.each([
  [],
  ['toString'],
  ['create', 'more'],
  ['create', '--class', 'admin'],
  ['create', '--tenant', 'A'],
  ['create', '--tenant', 'a/b'],
  ['create', '--tenant', ''],
  ['create', '--label', "it's"],
  ['create', '--what'],
  ['list', 'x'],
  ['revoke'],
  ['revoke', 'short'],
  ['revoke', 'f'.repeat(16), 'more'],
])('explains itself for %j %j %j', async (...args: string[]) => {
  const { status, text } = await run(...args);
  expect([status, text]).toEqual([2, expect.stringContaining('usage: api-keys create')]);
});

test('wrangler.toml says the same as the code', async () => {
  const text = await readFile(new URL('../../../wrangler.toml', import.meta.url), 'utf8');
  expect(text).toContain(`binding = "API_KEYS"\nid = "${API_KEYS_NAMESPACE}"`);
  expect(text).toContain(`simple = { limit = 10000, period = ${RATE_PERIOD_SECONDS} }`);
});

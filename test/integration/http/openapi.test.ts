/** The description of the API against the service: every status and header it names, and no other. */
import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { Described, type Exchange } from './described.ts';
import { apiKeyOf, ask } from './service-client.ts';

const TEXT = await readFile(new URL('../../../js/worker/openapi.json', import.meta.url), 'utf8');
const DOCUMENT: unknown = JSON.parse(TEXT);
const VALUE = '/v1/cache/{key}';
const TTL = '/v1/cache/{key}/ttl';
const LOCK = '/v1/cache/{key}/lock';
const HEALTH = '/v1/cache/health';
const STATUS = '/v1/status';

let service: LocalService;
let slow: LocalService;
let broken: LocalService;
beforeAll(async () => {
  [service, slow, broken] = await Promise.all([
    startService(),
    startService({ rate: 1 }),
    startService({ variables: { MAX_VALUE_BYTES: 'many' } }),
  ]);
}, 180_000);
afterAll(() => Promise.all([service, slow, broken].map((one) => one.stop())));

test('is a valid OpenAPI 3.1 document, and served as it is', async () => {
  const { valid, errors } = await new Validator().validate(TEXT);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  const answer = await fetch(new URL('/openapi.json', service.url));
  expect(await answer.json()).toEqual(DOCUMENT);
});

test('every answer is as described, and every described one was seen', {
  timeout: 120_000,
}, async () => {
  const described = new Described(DOCUMENT);
  const see = (exchange: Exchange, answer: Promise<Response>) => described.see(exchange, answer);

  const live = await apiKeyOf(service);
  const sdk = await apiKeyOf(service, 'sdk');
  const unreadable = await apiKeyOf(service);
  await service.apiKeys.put(`key/${unreadable.slice(8, 24)}`, '{}');

  const ttl = (seconds: number) => ({ body: JSON.stringify({ ttl: seconds }) });
  const lock = { body: '{"timeout_ms":60000}' };
  const call = (method: string, path: string, init: RequestInit = {}, key = live) =>
    ask(service, key, method, path, init);

  // What each call answers when all is well, and where the entry is not.
  const at = '/v1/cache/one';
  await see([VALUE, 'get', 404], call('GET', at));
  await see([VALUE, 'head', 404], call('HEAD', at));
  await see([TTL, 'get', 404], call('GET', `${at}/ttl`));
  const stored = { body: 'x', headers: { 'X-CacheKit-TTL': '1', 'X-CacheKit-Stale-TTL': '600' } };
  await see([VALUE, 'put', 200], call('PUT', at, stored));
  await see([VALUE, 'get', 200], call('GET', at));
  await see([VALUE, 'head', 200], call('HEAD', at));
  await see([TTL, 'get', 200], call('GET', `${at}/ttl`));
  await expect
    .poll(async () => (await call('GET', at)).headers.get('X-CacheKit-Freshness'), {
      timeout: 20_000,
    })
    .toBe('stale');
  await see([VALUE, 'get', 200], call('GET', at));
  await see([TTL, 'patch', 409], call('PATCH', `${at}/ttl`, ttl(9)));
  await see([VALUE, 'put', 200], call('PUT', at, { body: new Uint8Array(2 * 1024 * 1024) }));
  await see([VALUE, 'get', 200], call('GET', at));
  await see([TTL, 'get', 200], call('GET', `${at}/ttl`));
  await see([TTL, 'patch', 200], call('PATCH', `${at}/ttl`, ttl(9)));
  await see([LOCK, 'post', 200], call('POST', `${at}/lock`, lock));
  await see([LOCK, 'post', 200], call('POST', `${at}/lock`, lock));
  const lockId = { headers: { 'X-CacheKit-Lock-Id': 'x' } };
  await see([LOCK, 'delete', 200], call('DELETE', `${at}/lock`, lockId));
  await see([VALUE, 'delete', 200], call('DELETE', at));
  await see([HEALTH, 'get', 200], call('GET', HEALTH));
  await see([STATUS, 'get', 200], call('GET', STATUS));
  await see(['/', 'get', 200], call('GET', '/'));
  await see(['/openapi.json', 'get', 200], call('GET', '/openapi.json'));

  // What is too long.
  const long = { body: JSON.stringify({ x: 'x'.repeat(2000) }) };
  await see([TTL, 'patch', 413], call('PATCH', `${at}/ttl`, long));
  await see([LOCK, 'post', 413], call('POST', `${at}/lock`, long));
  const large = { body: new Uint8Array(25 * 1024 * 1024 + 1) };
  await see([VALUE, 'put', 413], call('PUT', at, large));

  // What each call answers for the same fault of the caller or the service.
  const calls: readonly [string, string, string, RequestInit?][] = [
    [VALUE, 'get', ''],
    [VALUE, 'head', ''],
    [VALUE, 'put', '', { body: 'x' }],
    [VALUE, 'delete', ''],
    [TTL, 'get', '/ttl'],
    [TTL, 'patch', '/ttl', ttl(9)],
    [LOCK, 'post', '/lock', lock],
    [LOCK, 'delete', '/lock', lockId],
    [HEALTH, 'get', ''],
    [STATUS, 'get', ''],
  ];
  for (const [template, method, resource, init] of calls) {
    const verb = method.toUpperCase();
    const path = template.includes('{key}') ? `/v1/cache/key${resource}` : template;
    await see([template, method, 400], call(verb, path, init, sdk));
    await see([template, method, 401], call(verb, path, init, 'none'));
    await see([template, method, 503], call(verb, path, init, unreadable));
    if (!['get', 'head'].includes(method)) {
      const foreign = path.replace('/key', '/nsapi:team:key');
      const headers = {
        ...Object.fromEntries(new Headers(init?.headers)),
        'X-CacheKit-L1-Status': 'hit',
      };
      await see([template, method, 403], call(verb, foreign, { ...init, headers }, sdk));
    }
    const busy = await apiKeyOf(slow);
    // The second in one window is too many.
    let answer = await ask(slow, busy, verb, path, init);
    for (let i = 0; i < 10 && answer.status !== 429; i++) {
      answer = await ask(slow, busy, verb, path, init);
    }
    await see([template, method, 429], Promise.resolve(answer));
  }

  // A fault in the deployment.
  const put = ask(broken, await apiKeyOf(broken), 'PUT', at, { body: 'x' });
  await see([VALUE, 'put', 'default'], put);

  expect(described.unseen()).toEqual([]);
});

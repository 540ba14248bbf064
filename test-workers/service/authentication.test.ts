/** Who is let in (PROTOCOL §10.1, §10.7, API-1). */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { parseApiKey } from '../../js/worker/api-keys/key-format.ts';
import { recordName } from '../../js/worker/api-keys/key-record.ts';
import type { Environment } from '../../js/worker/environment.ts';
import { Client, newApiKey, send } from './calls.ts';

/** The environment with API keys that are found in another way. */
function withRecords(get: () => Promise<unknown>): Environment {
  return { ...env, API_KEYS: Object.assign(Object.create(env.API_KEYS), { get }) };
}

async function statusOf(authorization: string | null): Promise<number> {
  const headers = authorization === null ? {} : { Authorization: authorization };
  const answer = await send('GET', '/v1/cache/key', { headers });
  if (answer.status === 401) expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  return answer.status;
}

test('401 without a key, with another scheme, and for what is no key', async () => {
  const apiKey = await newApiKey();
  for (const authorization of [
    null,
    '',
    'Bearer',
    'Bearer ',
    apiKey,
    `Basic ${apiKey}`,
    `Bearer ${apiKey} `.concat('x'),
    'Bearer ck_test_0123456789abcdef_'.concat('0'.repeat(64)),
  ]) {
    expect([authorization, await statusOf(authorization)]).toEqual([authorization, 401]);
  }
  expect(await statusOf(`Bearer ${apiKey}`)).toBe(404);
  expect(await statusOf(`bearer  ${apiKey}`)).toBe(404);
});

test('401 for a key with one digit changed, of another class, or never made', async () => {
  const apiKey = await newApiKey();
  const last = apiKey.endsWith('0') ? '1' : '0';
  for (const wrong of [
    apiKey.slice(0, -1) + last,
    apiKey.replace('ck_live_', 'ck_api_'),
    apiKey.replace(/_[0-9a-f]{16}_/, '_0123456789abcdef_'),
    apiKey.toUpperCase(),
    apiKey.slice(0, -1),
    `${apiKey}0`,
  ]) {
    expect([wrong, await statusOf(`Bearer ${wrong}`)]).toEqual([wrong, 401]);
  }
});

test('401 once the key was revoked', async () => {
  const apiKey = await newApiKey();
  await env.API_KEYS.delete(recordName(parseApiKey(apiKey)?.id ?? ''));
  expect(await statusOf(`Bearer ${apiKey}`)).toBe(401);
});

test('503, not 401, where the records cannot be asked or read', async () => {
  const apiKey = await newApiKey();
  for (const get of [
    () => Promise.reject(new Error('down')),
    async () => ({}),
    async () => 'text',
    async () => ({ tenant: 'a/b', scope: 'live', salt: '', hash: '0'.repeat(64) }),
    async () => ({ tenant: 'acme', scope: 'live', salt: '', hash: '00' }),
  ]) {
    const answer = await send('GET', '/v1/cache/key', { apiKey, environment: withRecords(get) });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
  }
});

test('authentication comes before every other check', async () => {
  const wrong = { apiKey: 'ck_sdk_0123456789abcdef_'.concat('0'.repeat(64)) };
  for (const [method, path] of [
    ['GET', '/v1/cache/%zz'],
    ['POST', '/v1/cache/key'],
    ['PUT', '/v1/cache/nsapi:a:b'],
    ['GET', '/v1/cache/'],
    ['GET', '/v1/other'],
    ['PATCH', '/v1/cache/health'],
  ] as const) {
    expect((await send(method, path, wrong)).status).toBe(401);
  }
});

test('OPTIONS is answered 204 before authentication, on any path', async () => {
  for (const path of [
    '/v1/cache/key',
    '/v1/cache/%zz',
    '/v1/cache/key/lock',
    '/',
    '/openapi.json',
  ]) {
    const answer = await send('OPTIONS', path);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  }
});

describe('X-CacheKit-L1-Status', () => {
  const asked = async (apiKey: string, status?: string, path = 'key', method = 'GET') => {
    const headers = status === undefined ? {} : { 'X-CacheKit-L1-Status': status };
    return (await send(method, `/v1/cache/${path}`, { apiKey, headers })).status;
  };

  test('a ck_sdk_ key needs hit, miss or disabled with every request (API-1)', async () => {
    const apiKey = await newApiKey('sdk');
    for (const status of ['hit', 'miss', 'disabled']) expect(await asked(apiKey, status)).toBe(404);
    for (const status of [undefined, '', 'Hit', 'hit, miss', 'enabled']) {
      expect([status, await asked(apiKey, status)]).toEqual([status, 400]);
    }
    expect(await asked(apiKey, undefined, 'health')).toBe(400);
    expect(await asked(apiKey, undefined, 'key', 'DELETE')).toBe(400);
  });

  test('the other classes need none', async () => {
    for (const scope of ['api', 'live'] as const) {
      const apiKey = await newApiKey(scope);
      expect(await asked(apiKey)).toBe(404);
      expect(await asked(apiKey, 'whatever')).toBe(404);
    }
  });
});

test('the key itself is nowhere in what is stored of it', async () => {
  const { apiKey } = await Client.of();
  const { keys } = await env.API_KEYS.list();
  const texts = await Promise.all(keys.map(({ name }) => env.API_KEYS.get(name)));
  const stored = JSON.stringify([keys, texts]);
  const secret = apiKey.slice(-64);
  expect(keys.length).toBeGreaterThan(0);
  expect(stored).not.toContain(secret);
  expect(stored).toContain(parseApiKey(apiKey)?.id);
});

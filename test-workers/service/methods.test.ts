/** Methods, and what every answer carries (PROTOCOL §10.1, §10.3). */
import { expect, test } from 'vitest';
import { Client, newApiKey, send } from './calls.ts';

const ALLOWED = {
  key: 'GET, HEAD, PUT, DELETE',
  'key/ttl': 'GET, PATCH',
  'key/lock': 'POST, DELETE',
  health: 'GET',
};

test.each(Object.entries(ALLOWED))(
  '%s allows %s; others get 405 with Allow',
  async (path, allow) => {
    const client = await Client.of();
    for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'QUERY']) {
      if (allow.split(', ').includes(method)) continue;
      const answer = await client.call(method, path);
      expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, allow]);
    }
  },
);

test('405 comes after authentication', async () => {
  expect((await send('POST', '/v1/cache/key')).status).toBe(401);
});

test('every answer forbids caches in between to keep it (API-2)', async () => {
  const client = await Client.of();
  await client.put('key', 'x', 100, 50);
  const answers = [
    await client.get('key'),
    await client.call('HEAD', 'key'),
    await client.put('key', 'y'),
    await client.call('DELETE', 'key'),
    await client.get('key'),
    await client.call('HEAD', 'key'),
    await client.call('GET', 'key/ttl'),
    await client.call('PATCH', 'key/ttl', { body: '{"ttl":1}' }),
    await client.call('POST', 'key/lock', { body: '{"timeout_ms":1}' }),
    await client.call('DELETE', 'key/lock'),
    await client.call('GET', 'health'),
    await client.call('POST', 'key'),
    await client.call('GET', '%zz'),
    await client.call('OPTIONS', 'key'),
    await send('GET', '/v1/cache/key'),
    await send('GET', '/openapi.json'),
    await send('GET', '/elsewhere', { apiKey: await newApiKey() }),
  ];
  for (const { status, headers } of answers) {
    expect([status, headers.get('Cache-Control')]).toEqual([status, 'no-store']);
    expect([status, headers.get('Vary')]).toEqual([status, 'Authorization']);
    expect([status, headers.get('X-Content-Type-Options')]).toEqual([status, 'nosniff']);
  }
});

test('an answer to HEAD has no body, whatever its status', async () => {
  const client = await Client.of();
  await client.put('key', 'some bytes');
  for (const path of ['key', 'absent', '%zz', 'key/ttl']) {
    expect(await (await client.call('HEAD', path)).text()).toBe('');
  }
});

test('errors are JSON with a reason that quotes neither key nor request', async () => {
  const client = await Client.of('sdk');
  for (const [method, path] of [
    ['GET', 'secret-key'],
    ['POST', 'secret-key'],
    ['PUT', 'nsapi:secret-key:x'],
    ['GET', 'secret-key%20'],
  ] as const) {
    const answer = await client.call(method, path);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    const body = await answer.text();
    expect(Object.keys(JSON.parse(body))).toEqual(['error']);
    expect(body).not.toContain('secret-key');
    expect(body).not.toContain(client.apiKey.slice(-64));
  }
});

/** One tenant never sees, changes or blocks what is another's (API-3). */
import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { Client, textOf } from './calls.ts';

test('the same key of two tenants is two entries, locks and counts', async () => {
  const [one, other] = [await Client.of('live', 'one'), await Client.of('live', 'other')];
  await one.put('key', 'of one');
  expect((await other.get('key')).status).toBe(404);
  expect((await other.call('HEAD', 'key')).status).toBe(404);
  expect((await other.call('GET', 'key/ttl')).status).toBe(404);
  await other.put('key', 'of the other');
  await other.call('PATCH', 'key/ttl', { body: '{"ttl":7}' });
  expect(await textOf(await one.get('key'))).toBe('of one');
  expect(await (await one.call('GET', 'key/ttl')).json()).toEqual({ ttl: null });

  const lock = { body: '{"timeout_ms":60000}' };
  expect(await (await one.call('POST', 'key/lock', lock)).json()).not.toEqual({ lock_id: null });
  expect(await (await other.call('POST', 'key/lock', lock)).json()).not.toEqual({ lock_id: null });

  await other.call('DELETE', 'key');
  expect((await one.get('key')).status).toBe(200);
});

test('keys of one tenant share its entries', async () => {
  const [sdk, api] = [await Client.of('sdk', 'shared'), await Client.of('api', 'shared')];
  await sdk.put('ns:team:key', 'x');
  expect((await api.get('ns:team:key')).status).toBe(200);
});

test('no key of one tenant can name what is stored for another', async () => {
  await reset();
  const names = ['a', 'a-b', 'b'];
  const clients = await Promise.all(names.map((name) => Client.of('live', name)));
  for (const [i, client] of clients.entries()) {
    for (const key of ['b', 'a:b', 'b-a', '-b', 'v1']) await client.put(key, names[i] ?? '');
  }
  const { keys } = await env.VALUES.list({ prefix: 'v1/' });
  for (const { name } of keys) {
    const [version, tenant, key, id, ...more] = name.split('/');
    expect([version, more, names.includes(tenant ?? '')]).toEqual(['v1', [], true]);
    expect(key).toMatch(/^[a-z0-9:-]+$/);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(await env.VALUES.get(name)).toBe(tenant);
  }
  expect(keys).toHaveLength(15);
});

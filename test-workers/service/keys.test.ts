/** The path and the key in it: split, decoded once, checked (PROTOCOL §1.4, §10.2). */
import { beforeEach, expect, test } from 'vitest';
import { Client, textOf } from './calls.ts';

let client: Client;
beforeEach(async () => {
  client = await Client.of();
});

test.each([
  'a',
  'A0_.:-',
  'k'.repeat(400),
  '.x',
  'a.b.c',
  '.a',
  'a.',
  'ns:team:rest',
  `ns:${'t'.repeat(64)}:x`,
  'nsapi:team_1-x:a:b:c',
  'ns',
  'nsx:y',
  'healthy',
  'Health',
])('takes the key %s', async (key) => {
  expect((await client.put(key, key)).status).toBe(200);
  expect(await textOf(await client.get(key))).toBe(key);
});

test.each([
  ['nothing', ''],
  ['401 characters', 'k'.repeat(401)],
  ['two dots', 'a..b'],
  ['a slash', 'a%2Fb'],
  ['a space', 'a%20b'],
  ['a plus', 'a+b'],
  ['a percent sign', 'a%25b'],
  ['beyond ASCII', 'caf%C3%A9'],
  ['a line end', 'a%0A'],
  ['NUL', 'a%00'],
  ['a tilde', 'a~b'],
  ['an encoded route', '%68ealth'],
  ['a route as a key, ttl', 'ttl'],
  ['a route as a key, lock', 'lock'],
  ['a half-written escape', 'a%2'],
  ['no UTF-8', '%ED%A0%80'],
  ['a namespace without more', 'ns:team'],
  ['a namespace with nothing behind', 'ns:team:'],
  ['a namespace without a name', 'ns::x'],
  ['a namespace of 65', `ns:${'t'.repeat(65)}:x`],
  ['a namespace with a dot', 'nsapi:a.b:x'],
])('refuses a key with %s', async (_, segment) => {
  for (const [method, resource] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/ttl'],
    ['POST', '/lock'],
  ]) {
    const answer = await client.call(method ?? '', segment + resource);
    expect([method, resource, answer.status]).toEqual([method, resource, 400]);
  }
});

test('decodes once: what was encoded twice is another key, and refused', async () => {
  expect((await client.put('a%3Ab', 'x')).status).toBe(200);
  expect((await client.get('a:b')).status).toBe(200);
  expect((await client.get('%61:b')).status).toBe(200);
  expect((await client.get('a%253Ab')).status).toBe(400);
});

test('an encoded slash never separates: the key is not cut short', async () => {
  await client.put('a', 'x');
  expect((await client.call('GET', 'a%2Fttl')).status).toBe(400);
});

test('dot segments are gone before the service sees them: no route, never an entry', async () => {
  for (const path of ['.', '..', '%2E%2E', '..%2Fx', '../cache']) {
    expect([400, 404]).toContain((await client.call('GET', path)).status);
  }
});

test.each(['key/', 'key/other', 'key/ttl/', 'key/lock/more', 'key/%74tl', 'health/x'])(
  'has no route %s',
  async (path) => {
    expect((await client.call('GET', path)).status).toBe(404);
  },
);

test('keeps keys apart that differ in case, dots or length only', async () => {
  const keys = ['k', 'K', 'k.', 'k:', 'k-', 'k_', 'k1', '.k'];
  for (const key of keys) await client.put(key, `of ${key}`);
  for (const key of keys) expect(await textOf(await client.get(key))).toBe(`of ${key}`);
});

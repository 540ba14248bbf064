/** What each class of API key may change (PROTOCOL §1.4), and that reading is open to all. */
import { expect, test } from 'vitest';
import { Client } from './calls.ts';

const CALLS: readonly [string, string, BodyInit | undefined][] = [
  ['PUT', '', 'x'],
  ['DELETE', '', undefined],
  ['PATCH', '/ttl', '{"ttl":5}'],
  ['POST', '/lock', '{"timeout_ms":5}'],
  ['DELETE', '/lock', undefined],
];

test.each([
  ['sdk', { 'ns:team:key': true, 'nsapi:team:key': false, plain: true, 'nsx:key': true }],
  ['api', { 'ns:team:key': false, 'nsapi:team:key': true, plain: true, 'nsx:key': true }],
  ['live', { 'ns:team:key': true, 'nsapi:team:key': true, plain: true, 'nsx:key': true }],
] as const)('ck_%s_', async (scope, allowed) => {
  const client = await Client.of(scope);
  for (const [key, may] of Object.entries(allowed)) {
    for (const [method, resource, body] of CALLS) {
      const headers = { 'X-CacheKit-Lock-Id': 'some' };
      const options = body === undefined ? { headers } : { headers, body };
      const { status } = await client.call(method, key + resource, options);
      expect([method, resource, key, status]).toEqual([method, resource, key, may ? 200 : 403]);
    }
    expect((await client.get(key)).status).toBe(404);
    expect((await client.call('HEAD', key)).status).toBe(404);
    expect((await client.call('GET', `${key}/ttl`)).status).toBe(404);
  }
});

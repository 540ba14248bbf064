/** GET, HEAD, PUT and DELETE of an entry (PROTOCOL §10.3). */
import { expect, test } from 'vitest';
import { bytesOf, Client, textOf } from './calls.ts';

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);

test.each([
  ['nothing', new Uint8Array(0)],
  ['every byte', ALL_BYTES],
  ['1 MiB', new Uint8Array(1024 * 1024).fill(7)],
  ['1 MiB and a byte', new Uint8Array(1024 * 1024 + 1).fill(9)],
])('gives back what was put: %s', async (_, value) => {
  const client = await Client.of();
  const stored = await client.put('key', value);
  expect([stored.status, await stored.json()]).toEqual([200, { success: true }]);
  const answer = await client.get('key');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(await bytesOf(answer)).toEqual(value);
});

test('replaces a value', async () => {
  const client = await Client.of();
  await client.put('key', 'first');
  await client.put('key', 'second');
  expect(await textOf(await client.get('key'))).toBe('second');
});

test('DELETE answers the same whether there was an entry or not (API-47)', async () => {
  const client = await Client.of();
  await client.put('key', 'x');
  for (let i = 0; i < 2; i++) {
    const answer = await client.call('DELETE', 'key');
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect((await client.get('key')).status).toBe(404);
  }
});

test('HEAD answers as GET would, without the body and without making anything (API-28)', async () => {
  const client = await Client.of();
  expect((await client.call('HEAD', 'key')).status).toBe(404);
  expect((await client.get('key')).status).toBe(404);
  await client.put('key', 'x', 100);
  const answer = await client.call('HEAD', 'key');
  expect([answer.status, await textOf(answer)]).toEqual([200, '']);
  expect(answer.headers.get('X-CacheKit-Freshness')).toBe('fresh');
  expect(answer.headers.get('X-CacheKit-Fresh-For')).toBeNull();
});

test('concurrent writers of one key: always one whole value', async () => {
  const client = await Client.of();
  const value = (i: number) => String.fromCharCode(65 + i).repeat(1000 + i);
  const writes = Array.from({ length: 20 }, (_, i) => client.put('key', value(i)));
  const reads = Array.from({ length: 20 }, () => client.get('key'));
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const answer of [...(await Promise.all(reads)), await client.get('key')]) {
    if (answer.status === 404) continue;
    const text = await textOf(answer);
    expect(text).toBe(value(text.length - 1000));
  }
});

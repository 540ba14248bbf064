/** Sizes and rates (PROTOCOL §10.3, §10.7). */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { Environment } from '../../js/worker/environment.ts';
import { bytesOf, Client } from './calls.ts';

const LIMIT = 25 * 1024 * 1024;

/** A body of unknown length that counts what was taken of it. */
function endless(): { readonly body: ReadableStream; taken(): number } {
  let taken = 0;
  const body = new ReadableStream({
    pull(controller) {
      taken += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  return { body, taken: () => taken };
}

test('takes 25 MiB', { timeout: 60_000 }, async () => {
  const client = await Client.of();
  const value = new Uint8Array(LIMIT);
  value[LIMIT - 1] = 1;
  for (const headers of [{}, { 'Content-Length': `${LIMIT}` }]) {
    expect((await client.call('PUT', 'key', { body: value, headers })).status).toBe(200);
    const back = await bytesOf(await client.get('key'));
    expect([back.length, back[LIMIT - 1]]).toEqual([LIMIT, 1]);
  }
});

test('413 for a declared length above it', async () => {
  const client = await Client.of();
  const { body, taken } = endless();
  const headers = { 'Content-Length': `${LIMIT + 1}` };
  expect((await client.call('PUT', 'key', { body, headers })).status).toBe(413);
  expect(taken()).toBeLessThan(2 * LIMIT + 262_144);
  expect((await client.get('key')).status).toBe(404);
});

test('413 where more arrives, whatever was declared; cut off at twice the limit', async () => {
  const client = await Client.of();
  await client.put('key', 'before');
  for (const headers of [{}, { 'Content-Length': '10' }, { 'Content-Length': 'many' }]) {
    const { body, taken } = endless();
    expect((await client.call('PUT', 'key', { body, headers })).status).toBe(413);
    expect(taken()).toBeLessThan(2 * LIMIT + 262_144);
  }
  expect(await bytesOf(await client.get('key'))).toHaveLength(6);
});

test('never makes an entry of a body that is not as long as was declared', async () => {
  const client = await Client.of();
  const headers = { 'Content-Length': `${2 * 1024 * 1024}` };
  const body = new Uint8Array(1024 * 1024 + 5);
  expect((await client.call('PUT', 'key', { body, headers })).status).toBe(503);
  expect((await client.get('key')).status).toBe(404);
});

test.each([
  ['PUT', 'key'],
  ['PATCH', 'key/ttl'],
  ['POST', 'key/lock'],
])('400 for a body that breaks off, and no line in the log: %s %s', async (method, path) => {
  const client = await Client.of();
  const logged = vi.spyOn(console, 'error');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"ttl":1')),
    pull: (controller) => controller.error(new Error('gone')),
  });
  expect((await client.call(method, path, { body })).status).toBe(400);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
  expect((await client.get('key')).status).toBe(404);
});

test('the limit is a variable', async () => {
  const client = await Client.of();
  const put = async (most: string, length: number) => {
    const environment: Environment = { ...env, MAX_VALUE_BYTES: most };
    return (await client.call('PUT', 'key', { body: new Uint8Array(length), environment })).status;
  };
  expect(await put('10', 10)).toBe(200);
  expect(await put('10', 11)).toBe(413);
  for (const wrong of ['', '0', '-1', '1.5', 'many']) expect(await put(wrong, 1)).toBe(500);
});

test('429 with Retry-After above the rate of an API key; others are not held up', async () => {
  const counts = new Map<string, number>();
  const limit = async ({ key }: RateLimitOptions) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { success: (counts.get(key) ?? 0) <= 2 };
  };
  const environment: Environment = { ...env, RATE_LIMIT: { limit } };
  const [one, other] = [await Client.of(), await Client.of()];
  for (const expected of [404, 404, 429, 429]) {
    const answer = await one.call('GET', 'key', { environment });
    expect(answer.status).toBe(expected);
    expect(answer.headers.get('Retry-After')).toBe(expected === 429 ? '10' : null);
  }
  expect((await other.call('GET', 'key', { environment })).status).toBe(404);
});

test('a rate limiter that fails holds nobody up', async () => {
  const limit = () => Promise.reject(new Error('down'));
  const environment: Environment = { ...env, RATE_LIMIT: { limit } };
  const client = await Client.of();
  expect((await client.call('GET', 'key', { environment })).status).toBe(404);
});

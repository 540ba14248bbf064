/** The Workers KV backend over a KV namespace as workerd serves it. */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkersKVBackend } from '../../../js/backends/workers-kv.ts';

let server: Miniflare;
let store: WorkersKVBackend;

beforeAll(async () => {
  server = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default { fetch: () => new Response("") }',
      compatibilityDate: '2026-10-01',
      host: '127.0.0.1',
      port: 0,
      kvNamespaces: ['CACHE'],
    }),
  );
  store = new WorkersKVBackend(await server.getKVNamespace('CACHE'));
}, 60_000);
afterAll(() => server.dispose());

it('stores, finds, replaces and deletes any bytes', { timeout: 60_000 }, async () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  const large = new Uint8Array(1024 * 1024).fill(7);
  for (const value of [all, new Uint8Array(0), large]) {
    await store.set('a/b ключ', value, 60);
    expect(await store.exists('a/b ключ')).toBe(true);
    expect(await store.get('a/b ключ')).toStrictEqual(value);
  }
  expect(await store.delete('a/b ключ')).toBe(true);
  expect(await store.exists('a/b ключ')).toBe(false);
  expect(await store.get('a/b ключ')).toBeNull();
  expect(await store.delete('never there')).toBe(true);
});

it('agrees with KV on the longest key and the shortest TTL', async () => {
  const key = 'k'.repeat(512);
  await store.set(key, Uint8Array.of(1), 0.1);
  expect(await store.get(key)).toStrictEqual(Uint8Array.of(1));
});

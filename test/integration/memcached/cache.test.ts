/** An encrypted cache over two servers, of which one dies; and the same behind a near store. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Backend } from '../../../js/backends/backend.ts';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { tiered } from '../../../js/backends/tiered.ts';
import { setLogger } from '../../../js/log/logger.ts';
import { createCache } from '../../../js/node.ts';
import { MemcachedServer } from './memcached-server.ts';

const MASTER_KEY = 'a5'.repeat(32);
const KEYS = Array.from({ length: 40 }, (_, i) => `doc:${i}`);
const documentOf = (key: string) => ({ key, text: 'plaintext-marker', born: new Date(0) });

let servers: MemcachedServer[] = [];
beforeEach(async () => {
  setLogger(() => {});
  servers = [await MemcachedServer.start(), await MemcachedServer.start()];
});
afterEach(async () => {
  setLogger(null);
  await Promise.all(servers.map((server) => server.stop()));
});

function open(backend: Backend = memcached({ servers: servers.map(({ address }) => address) })) {
  return createCache({ backend, l1: { enabled: false }, encryption: { masterKey: MASTER_KEY } });
}

test('what is stored is sealed, and what lay on a dead server is a miss', async () => {
  const cache = open();
  for (const key of KEYS) await cache.set(key, documentOf(key), { ttl: 60 });
  const reader = open();
  for (const key of KEYS) expect(await reader.get(key)).toStrictEqual(documentOf(key));
  for (const server of servers) {
    const raw = await server.ask(...KEYS.map((key) => `get ${key}`));
    expect(raw).toContain('VALUE doc:');
    expect(raw).not.toContain('plaintext-marker');
  }
  await servers[0]?.stop();
  const found = await Promise.all(KEYS.map((key) => reader.get(key)));
  const misses = found.filter((value) => value === null).length;
  expect(misses).toBeGreaterThan(5);
  expect(misses).toBeLessThan(35);
  for (const [i, value] of found.entries()) {
    if (value !== null) expect(value).toStrictEqual(documentOf(KEYS[i] ?? ''));
  }
  await cache.close();
  await reader.close();
});

test('copies in a near store are sealed, too, and outlive the servers', async () => {
  const near = new MemoryBackend();
  const far = memcached({ servers: servers.map(({ address }) => address) });
  const cache = open(tiered([near, far], { nearTtl: 30 }));
  for (const key of KEYS) await cache.set(key, documentOf(key), { ttl: 60 });
  await Promise.all(servers.map((server) => server.stop()));
  for (const key of KEYS) expect(await cache.get(key)).toStrictEqual(documentOf(key));
  const raw = Buffer.from((await near.get('doc:1')) ?? []).toString('latin1');
  expect(raw.length).toBeGreaterThan(28);
  expect(raw).not.toContain('plaintext-marker');
  await cache.close();
});

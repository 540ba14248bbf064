/** Genuine entries at the wrong time: what a store can do without any key. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { attack } from '../attack.ts';
import { Target } from '../target.ts';

const AT_EXPIRY = 6;
const HEADER = 14;

const olderValue = attack('an older entry', async (arena) => {
  for (const place of arena.places) {
    const target = new Target(arena, place);
    const key = arena.key();
    const older = await target.seal(key, { balance: 100 });
    await target.cache.set(key, { balance: 0 });
    await target.raw.set(key, older);
    expect(await target.cache.get(key), place.name).toEqual({ balance: 100 });
    expect(target.cache.stats().hits.l2).toBe(1);
  }
});

const expired = attack('an expired entry', async (arena) => {
  const target = new Target(arena, arena.redisPlace());
  const key = arena.key();
  await target.cache.set(key, 'short-lived', { ttl: 1 });
  const sealed = await target.stored(key);
  await sleep(1050);
  expect(await target.cache.get(key)).toBeNull();
  await target.raw.set(key, sealed, 3600);
  expect(await target.cache.get(key)).toBe('short-lived');
  expect(await target.cache.delete(key)).toBe(true);
  await target.raw.set(key, sealed);
  expect(await target.cache.get(key)).toBe('short-lived');
});

const longerLife = attack('a changed file expiry', async (arena) => {
  const folder = join(arena.folder, 'expiries');
  const target = new Target(arena, arena.filePlace(folder));
  const key = arena.key();
  await target.cache.set(key, 'a value', { ttl: 60 });
  const [name = ''] = await readdir(folder);
  const file = await readFile(join(folder, name));
  const write = (expiry: bigint) => {
    file.writeBigUInt64BE(expiry, AT_EXPIRY);
    return writeFile(join(folder, name), file);
  };
  // Not authenticated: a longer life is believed, a shorter one is a miss.
  await write(2n ** 63n);
  expect(await target.cache.get(key)).toBe('a value');
  await write(1n);
  expect(await target.cache.get(key)).toBeNull();
  expect(await readdir(folder)).toEqual([]);
  expect(target.strict.errors).toEqual([]);
  expect(file.length).toBeGreaterThan(HEADER);
});

const repeats = attack('compared ciphertexts', async (arena) => {
  const target = new Target(arena, arena.redisPlace());
  const value = { word: 'correct horse battery staple' };
  const nonces = new Set<string>();
  const texts = new Set<string>();
  const key = arena.key();
  for (let i = 0; i < 200; i += 1) {
    const sealed = Buffer.from(await target.seal(key, value));
    nonces.add(sealed.toString('hex', 0, 12));
    texts.add(sealed.toString('hex', 12));
    expect(sealed.includes('horse')).toBe(false);
  }
  // Equal values under one key and name have nothing in common but their length.
  expect([nonces.size, texts.size]).toEqual([200, 200]);
});

export const REPLAYS = [olderValue, expired, longerLife, repeats];

/** `sealcache rotate` over a folder of the file backend, whose file names do not tell their keys. */
import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCache, file, type SecureCache } from '../../../js/node.ts';
import { cli, here, KEY, OTHER_KEY } from '../../unit/cli/run-cli.ts';

const env = { OLD: KEY, NEW: OTHER_KEY };

let base: string;
let folder: string;
let keys: string;
let opened: SecureCache[] = [];
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'sealcache-rotate-'));
  folder = join(base, 'entries');
  keys = join(base, 'keys.txt');
});
afterEach(async () => {
  await Promise.all(opened.map((cache) => cache.close()));
  opened = [];
  await rm(base, { recursive: true, force: true });
});

function cacheWith(masterKey: string): SecureCache {
  const cache = createCache({
    backend: file({ cacheDir: folder }),
    encryption: { masterKey },
    l1: { enabled: false },
  });
  opened.push(cache);
  return cache;
}

function args(...more: string[]): string[] {
  const terms = ['--tenant', 'default', '--container', 'envelope'];
  return ['rotate', '--from', 'env:OLD', '--to', 'env:NEW', ...terms, '--dir', folder, ...more];
}

async function headers(): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.length === 32);
  const starts = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, bytes.subarray(0, 14).toString('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(starts));
}

test('re-seals what it has the keys of, and says what it cannot walk', async () => {
  const before = cacheWith(KEY);
  for (let i = 0; i < 30; i++) await before.set(`k${i}`, i, { ttl: 600 + i });
  await before.set('for ever', 'x', { ttl: 'never' });
  await before.set('not listed', 1);
  await cacheWith(OTHER_KEY).set('new', 1);
  const listed = [
    ...Array.from({ length: 30 }, (_, i) => `k${i}`),
    'for ever',
    'new',
    'no such entry',
  ];
  await writeFile(keys, `${listed.join('\r\n')}\r\n\r\n`);
  const was = await headers();

  const blind = await cli(args(), { env });
  expect([blind.status, blind.stderr]).toEqual([1, '']);
  expect(blind.stdout).toContain('names looked at: 33');
  expect(blind.stdout).toContain('not opened, keys that are not known: 33');

  const dry = await here(args('--keys', keys, '--reseal', '--dry-run'), { env });
  expect([dry.status, dry.stdout]).toEqual([1, expect.stringContaining('would be re-sealed: 31')]);
  const first = await cli(args('--keys', keys, '--reseal', '--json', '--batch', '7'), { env });
  // One entry is still of an unknown key.
  expect([first.status, first.stderr]).toEqual([1, '']);
  expect(JSON.parse(first.stdout)).toMatchObject({
    byKey: [1, 31],
    resealed: 31,
    unopened: 0,
    skipped: { 'keys that are not known': 1 },
  });
  expect(await headers()).toEqual(was);
  expect((await readdir(folder)).filter((name) => name.includes('.tmp'))).toEqual([]);
  const after = cacheWith(OTHER_KEY);
  for (let i = 0; i < 30; i++) expect(await after.get(`k${i}`)).toBe(i);
  expect(await after.get('for ever')).toBe('x');
  expect(await before.get('not listed')).toBe(1);
});

test('mode and time of last use stay, other files too', async () => {
  await cacheWith(KEY).set('a', 1);
  await writeFile(keys, 'a\n');
  const [name = ''] = await readdir(folder);
  const path = join(folder, name);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(path, hourAgo, hourAgo);
  await copyFile(path, join(folder, 'other.txt'));
  // A file of a later version, an expired one, a damaged one.
  const bytes = await readFile(path);
  await writeFile(join(folder, '0'.repeat(32)), bytes.fill(1, 4, 5));
  bytes.fill(0, 4, 14).writeBigUInt64BE(1n, 6);
  await writeFile(join(folder, '1'.repeat(32)), bytes);
  await writeFile(join(folder, '2'.repeat(32)), 'CK');
  const { status, stdout } = await here(args('--keys', keys, '--reseal', '--json'), { env });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    resealed: 1,
    skipped: { 'of a later version': 1, expired: 1, 'damaged, or of another program': 1 },
  });
  const now = await stat(path);
  expect(now.mode & 0o777).toBe(0o600);
  expect(Math.abs(now.mtimeMs - hourAgo.getTime())).toBeLessThan(2);
  expect(await readdir(folder)).toHaveLength(5);
});

test('goes on by name after a checkpoint', async () => {
  const before = cacheWith(KEY);
  for (let i = 0; i < 20; i++) await before.set(`k${i}`, i);
  await writeFile(keys, Array.from({ length: 20 }, (_, i) => `k${i}\n`).join(''));
  const names = Object.keys(await headers()).sort();
  const checkpoint = join(base, 'checkpoint');
  const seen = JSON.parse((await here(args('--keys', keys, '--json'), { env })).stdout);
  const { store, tenant, container, keys: fingerprints } = seen;
  const terms = JSON.stringify({ store, tenant, container, keys: fingerprints, reseal: false });
  const counts = {
    examined: 12,
    byKey: [0, 12],
    unopened: 0,
    resealed: 0,
    changed: 0,
    missed: 0,
    skipped: {},
  };
  const progress = { epoch: '', cursor: names[11], counts };
  await writeFile(checkpoint, JSON.stringify({ format: 'sealcache rotate 1', terms, progress }));
  // One before and one after the place where it stopped.
  await rm(join(folder, names[0] ?? ''));
  await rm(join(folder, names[15] ?? ''));
  const { stdout } = await here(args('--keys', keys, '--json', '--checkpoint', checkpoint), {
    env,
  });
  expect(JSON.parse(stdout)).toMatchObject({ examined: 19, byKey: [0, 19] });
});

test.each([
  ['a missing folder', ['--dir', '/missing'], 3, 'cannot read /missing (ENOENT)'],
  ['a missing list', ['--dir', '.', '--keys', '/missing'], 3, 'cannot read /missing (ENOENT)'],
  ['a prefix', ['--dir', '.', '--prefix', 'a'], 2, '--prefix is for --redis'],
])('refuses %s', async (_what, store, expected, message) => {
  const { status, stderr } = await here([...args().slice(0, -2), ...store], { env });
  expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
});

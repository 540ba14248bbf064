/** `seal` and `open`: what a cache wrote, and what it then reads. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCache, encodeInteropValue, file, MessagePackSerializer } from '../../../js/node.ts';
import { cli, here, KEY, OTHER_KEY } from './run-cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-entries-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const TERMS = ['--tenant', 'shop', '--key', 'user:42', '--container', 'envelope'];
const env = { SEALCACHE_MASTER_KEY: KEY };
const VALUE = new MessagePackSerializer().encode({ name: 'Ada', born: new Date(0) });

test('seal into a pipe, open out of it', async () => {
  const sealed = await cli(['seal', ...TERMS], { env, stdin: VALUE });
  expect([sealed.status, sealed.stderr]).toEqual([0, '']);
  expect(sealed.bytes.includes('Ada')).toBe(false);
  const opened = await cli(['open', ...TERMS], { env, stdin: sealed.bytes });
  expect([opened.status, opened.stderr]).toEqual([0, '']);
  expect(new Uint8Array(opened.bytes)).toEqual(VALUE);
  const again = await here(['seal', ...TERMS], { env, stdin: VALUE });
  expect(again.bytes).not.toEqual(sealed.bytes);
});

test.each(['envelope', 'plain', 'interop-v2'])(
  'each container is its own: %s',
  async (container) => {
    const stdin = encodeInteropValue({ a: 'x'.repeat(100) });
    const sealed = await here(['seal', ...TERMS.with(5, container)], { env, stdin });
    for (const other of ['envelope', 'plain', 'interop-v2']) {
      const opened = await here(['open', ...TERMS.with(5, other)], { env, stdin: sealed.bytes });
      expect(opened.status).toBe(other === container ? 0 : 1);
      expect(opened.bytes.length).toBe(other === container ? stdin.length : 0);
    }
  },
);

test('opens what a cache put into a folder, and seals what the cache then reads', async () => {
  const cache = createCache({
    backend: file({ cacheDir: folder }),
    encryption: { masterKey: KEY, tenantId: 'shop' },
    l1: { enabled: false },
  });
  try {
    await cache.set('user:42', { name: 'Ada', born: new Date(0) }, { ttl: 60 });
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    const out = join(folder, 'value');
    const opened = await cli(['open', path, '--file-entry', '--out', out, ...TERMS], { env });
    expect([opened.status, opened.stdout, opened.stderr]).toEqual([0, '', '']);
    expect(new Uint8Array(await readFile(out))).toEqual(VALUE);
    expect((await stat(out)).mode & 0o777).toBe(0o600);

    const stdin = new MessagePackSerializer().encode('sealed by hand');
    const sealed = await here(['seal', ...TERMS], { env, stdin });
    const header = (await readFile(path)).subarray(0, 14);
    await writeFile(path, Buffer.concat([header, sealed.bytes]));
    expect(await cache.get('user:42')).toBe('sealed by hand');
  } finally {
    await cache.close();
  }
});

test('what one core seals, the other opens', async () => {
  const wasm = { ...env, SEALCACHE_CORE: 'wasm' };
  for (const container of ['envelope', 'interop-v2']) {
    const terms = TERMS.with(5, container);
    const sealed = await cli(['seal', ...terms], { env: wasm, stdin: VALUE });
    const opened = await here(['open', ...terms], { env, stdin: sealed.bytes });
    expect(new Uint8Array(opened.bytes)).toEqual(VALUE);
    const back = await here(['seal', ...terms], { env, stdin: VALUE });
    const again = await cli(['open', ...terms], { env: wasm, stdin: back.bytes });
    expect(new Uint8Array(again.bytes)).toEqual(VALUE);
  }
});

test('a retired key opens and is told of', async () => {
  const sealed = await here(['seal', ...TERMS], { env, stdin: VALUE });
  const ring = { SEALCACHE_MASTER_KEY: OTHER_KEY, SEALCACHE_PREVIOUS_MASTER_KEYS: KEY };
  const opened = await here(['open', ...TERMS], { env: ring, stdin: sealed.bytes });
  expect([opened.status, opened.stderr]).toEqual([0, 'sealcache: opened with retired key 1\n']);
});

test('the key comes from a descriptor beside the bytes', async () => {
  const sealed = await cli(['seal', '--key-fd', '3', ...TERMS], { fd3: KEY, stdin: VALUE });
  expect((await here(['open', ...TERMS], { env, stdin: sealed.bytes })).status).toBe(0);
});

test.each([
  ['another key', TERMS, { SEALCACHE_MASTER_KEY: OTHER_KEY }],
  ['another tenant', TERMS.with(1, 'default'), env],
  ['another cache key', TERMS.with(3, 'user:43'), env],
])('does not open with %s', async (_what, terms, variables) => {
  const sealed = await here(['seal', ...TERMS], { env, stdin: VALUE });
  const { status, stdout, stderr } = await here(['open', ...terms], {
    env: variables,
    stdin: sealed.bytes,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('decryption failed');
});

test.each([
  ['no tenant', ['--key', 'a', '--container', 'plain'], 2, 'give --tenant'],
  ['no cache key', ['--tenant', 'a', '--container', 'plain'], 2, 'give --key'],
  ['no container', ['--tenant', 'a', '--key', 'a'], 2, 'give --container'],
  ['an empty cache key', ['--tenant', 'a', '--key=', '--container', 'plain'], 2, 'non-empty'],
  ['standard input for both', [...TERMS, '--key-fd', '0'], 2, 'both the key and the bytes'],
  ['a missing file', ['missing/file', ...TERMS], 3, 'cannot read missing/file (ENOENT)'],
  ['an output that cannot be', ['--out', 'missing/file', ...TERMS], 3, 'cannot write missing/file'],
])('seal refuses %s', async (_what, args, expected, message) => {
  const { status, stdout, stderr } = await here(['seal', ...args], { env, stdin: VALUE });
  expect([status, stdout, stderr]).toEqual([expected, '', expect.stringContaining(message)]);
});

test.each([
  ['too few bytes', [], 'x', 1, 'at least 28 bytes'],
  ['no file of the backend', ['--file-entry'], 'x'.repeat(50), 2, 'no file of the file backend'],
])('open refuses %s', async (_what, args, stdin, expected, message) => {
  const { status, stderr } = await here(['open', ...TERMS, ...args], { env, stdin });
  expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
});

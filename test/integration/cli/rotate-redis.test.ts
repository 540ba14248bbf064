/** `sealcache rotate` over a Redis that others use meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCache, EncryptionManager, redis, type SecureCache } from '../../../js/node.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { cli, here, KEY, MAIN, OTHER_KEY } from '../../unit/cli/run-cli.ts';
import { nodeRedis } from '../redis/clients.ts';

const FOREIGN_KEY = '63'.repeat(32);
const env = { OLD: KEY, NEW: OTHER_KEY };

let server: RedisServer;
let client: Awaited<ReturnType<typeof nodeRedis>>['client'];
let folder: string;
let opened: SecureCache[] = [];
beforeAll(async () => {
  server = await RedisServer.start();
  ({ client } = await nodeRedis(server.url));
});
afterAll(async () => {
  client?.destroy();
  await server?.stop();
});
beforeEach(async () => {
  await client.flushAll();
  folder = await mkdtemp(join(tmpdir(), 'sealcache-rotate-'));
});
afterEach(async () => {
  await Promise.all(opened.map((cache) => cache.close()));
  opened = [];
  await rm(folder, { recursive: true, force: true });
});

interface Kind {
  readonly prefix?: string;
  readonly compression?: boolean;
  readonly tenantId?: string;
}

function cacheWith(masterKey: string, kind: Kind = {}): SecureCache {
  const { prefix = 'app:', compression = true, tenantId = 'shop' } = kind;
  const cache = createCache({
    backend: redis({ url: server.url, keyPrefix: prefix }),
    encryption: { masterKey, tenantId },
    compression,
    l1: { enabled: false },
  });
  opened.push(cache);
  return cache;
}

function args(...more: string[]): string[] {
  const terms = ['--tenant', 'shop', '--container', 'envelope'];
  return [
    'rotate',
    '--from',
    'env:OLD',
    '--to',
    'env:NEW',
    ...terms,
    '--redis',
    server.url,
    ...more,
  ];
}

interface Result {
  readonly byKey: number[];
  readonly unopened: number;
  readonly examined: number;
  readonly resealed: number;
  readonly left: number;
  readonly changed: number;
  readonly skipped: Record<string, number>;
  readonly finished: boolean;
}

async function counted(...more: string[]): Promise<{ status: number | null; result: Result }> {
  const { status, stdout, stderr } = await here(args('--json', ...more), { env });
  if (stdout === '') throw new Error(stderr);
  return { status, result: JSON.parse(stdout) };
}

test('counts, re-seals, keeps values and the time they have left', async () => {
  const before = cacheWith(KEY);
  const after = cacheWith(OTHER_KEY);
  for (let i = 0; i < 50; i++) await before.set(`old:${i}`, { i }, { ttl: 500 });
  await before.set('old:ever', 'x', { ttl: 'never' });
  for (let i = 0; i < 7; i++) await after.set(`new:${i}`, i, { ttl: 500 });
  await cacheWith(FOREIGN_KEY).set('foreign', 1);
  await client.set('app:a-string', 'not sealed');
  await client.hSet('app:a-hash', 'field', 'value');
  await client.pExpire('app:old:7', 123_456);

  const first = await cli(args(), { env });
  expect([first.status, first.stderr]).toEqual([1, '']);
  expect(first.stdout).toMatch(/^ {2}[0-9a-f]{32} {2}--to {4}7$/m);
  expect(first.stdout).toMatch(/^ {2}[0-9a-f]{32} {2}--from {2}51$/m);
  expect(first.stdout).toMatch(/^ {2}none of them +2$/m);
  expect(first.stdout).toContain('left under a --from key: 51');

  const dry = await cli(args('--reseal', '--dry-run'), { env });
  expect([dry.status, dry.stdout]).toEqual([1, expect.stringContaining('would be re-sealed: 51')]);
  expect((await counted()).result.byKey).toEqual([7, 51]);

  const sealed = await cli(args('--reseal'), { env });
  expect([sealed.status, sealed.stderr]).toEqual([0, '']);
  expect(sealed.stdout).toContain(
    're-sealed: 51\nchanged meanwhile, left alone: 0\nleft under a --from key: 0',
  );

  const again = await counted();
  expect([again.status, again.result.byKey, again.result.unopened]).toEqual([0, [58, 0], 2]);
  expect(await after.get('old:3')).toEqual({ i: 3 });
  expect(await after.get('old:ever')).toBe('x');
  expect(await client.pTTL('app:old:ever')).toBe(-1);
  const left = await client.pTTL('app:old:7');
  expect(left).toBeGreaterThan(60_000);
  expect(left).toBeLessThanOrEqual(123_456);
  expect(await client.pTTL('app:old:3')).toBeGreaterThan(400_000);
  expect(await client.get('app:a-string')).toBe('not sealed');
  expect(await client.hGet('app:a-hash', 'field')).toBe('value');
});

test('only the entries of the prefix, the tenant and the container', async () => {
  await cacheWith(KEY).set('a', 1);
  await cacheWith(KEY, { prefix: 'other:' }).set('a', 1);
  await cacheWith(KEY, { compression: false }).set('plain', 1);
  await cacheWith(KEY, { tenantId: 'other' }).set('tenant', 1);
  const { result } = await counted('--prefix', 'app:', '--reseal');
  expect([result.byKey, result.unopened, result.resealed]).toEqual([[0, 1], 2, 1]);
  expect((await counted('--prefix', 'other:')).result.byKey).toEqual([0, 1]);
  const plain = await here(
    args('--json').map((arg) => (arg === 'envelope' ? 'plain' : arg)),
    { env },
  );
  expect(JSON.parse(plain.stdout)).toMatchObject({ byKey: [0, 1], unopened: 3 });
});

test('plaintexts stay as they were, in either container', async () => {
  for (const [container, compressed] of [
    ['envelope', true],
    ['plain', false],
    ['interop-v2', true],
  ] as const) {
    const plaintext = crypto.getRandomValues(new Uint8Array(100));
    const old = new EncryptionManager(KEY, 'shop');
    await client.set(
      'app:bytes',
      Buffer.from(await old.encrypt(plaintext, 'app:bytes', compressed)),
    );
    old.dispose();
    const argv = args('--reseal').map((arg) => (arg === 'envelope' ? container : arg));
    expect((await here(argv, { env })).status).toBe(0);
    const stored = await client.withTypeMapping({ 36: Buffer }).get('app:bytes');
    const manager = new EncryptionManager(OTHER_KEY, 'shop');
    expect(await manager.decrypt(new Uint8Array(stored ?? []), 'app:bytes', compressed)).toEqual(
      plaintext,
    );
    manager.dispose();
  }
});

test('on a terminal there is a bar, and in the end it is gone', async ({ skip }) => {
  await cacheWith(KEY).setMany([
    ['a', 1],
    ['b', 2],
  ]);
  const line = [process.execPath, MAIN, ...args('--batch', '1')].map((arg) => `'${arg}'`).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    // In its trouble it ends its whole process group.
    detached: true,
  });
  let shown = '';
  child.stdout.on('data', (part: Buffer) => {
    shown += part;
  });
  const ended = await Promise.race([
    once(child, 'close').then(([status]) => status),
    once(child, 'error').then(() => 'missing'),
  ]);
  if (ended === 'missing') skip('the command script is not here');
  expect(ended).toBe(1);
  const parts = shown.split('\r');
  expect(parts.some((part) => /^\[[= ]+\] +\d+% {2}\d of 2 {2}[\d,]+\/s {2}/.test(part))).toBe(
    true,
  );
  expect(shown).toContain(`\r\x1b[Kstore: ${server.url}/0`);
});

test('the WebAssembly core does the same', async () => {
  await cacheWith(KEY).setMany([
    ['a', 1],
    ['b', 2],
  ]);
  await cacheWith(FOREIGN_KEY).set('c', 3);
  const wasm = { ...env, SEALCACHE_CORE: 'wasm', OLDER: FOREIGN_KEY };
  const { status, stdout } = await cli(args('--from', 'env:OLDER', '--reseal', '--json'), {
    env: wasm,
  });
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { byKey: [0, 2, 1], resealed: 3 }]);
  expect(await cacheWith(OTHER_KEY).getMany(['a', 'b', 'c'])).toEqual(
    new Map([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]),
  );
});

test('three keys, from descriptors and variables', async () => {
  await cacheWith(KEY).set('a', 1);
  await cacheWith(FOREIGN_KEY).set('b', 1);
  const argv = args('--from', 'env:OLDER', '--json').map((arg) =>
    arg === 'env:OLD' ? 'fd:3' : arg,
  );
  const { stdout } = await cli(argv, { env: { ...env, OLDER: FOREIGN_KEY }, fd3: `${KEY}\n` });
  expect(JSON.parse(stdout)).toMatchObject({ byKey: [0, 1, 1] });
});

test('what others write or delete meanwhile is not overwritten', { timeout: 60_000 }, async () => {
  const before = cacheWith(KEY);
  const after = cacheWith(OTHER_KEY);
  const many = Array.from({ length: 3000 }, (_, i): [string, unknown] => [`k${i}`, 'old']);
  await before.setMany(many);
  const running = cli(args('--reseal', '--batch', '20', '--json'), { env });
  let done = false;
  void running.then(() => {
    done = true;
  });
  let writes = 0;
  while (!done) {
    const at = Math.floor(Math.random() * 3000);
    if (at % 3 === 0) await after.delete(`k${at}`);
    else await after.set(`k${at}`, 'new');
    await client.set(`was:k${at}`, at % 3 === 0 ? 'gone' : 'new');
    writes += 1;
  }
  const { status, stdout } = await running;
  const { left, changed }: Result = JSON.parse(stdout);
  // What was overtaken by a write counts as left, so that it is looked at again.
  expect([left, status]).toEqual([changed, changed === 0 ? 0 : 1]);
  expect((await counted('--reseal')).status).toBe(0);
  expect(writes).toBeGreaterThan(100);
  for (let i = 0; i < 3000; i++) {
    const was = await client.get(`was:k${i}`);
    const expected = was === 'gone' ? undefined : (was ?? 'old');
    expect((await after.get(`k${i}`)) ?? undefined).toBe(expected);
  }
});

test('Ctrl+C leaves a checkpoint, from which the next run goes on', {
  timeout: 60_000,
}, async () => {
  const many = Array.from({ length: 20_000 }, (_, i): [string, unknown] => [`k${i}`, i]);
  await cacheWith(KEY).setMany(many);
  const checkpoint = join(folder, 'checkpoint');
  const child = spawn(
    process.execPath,
    [MAIN, ...args('--reseal', '--json', '--batch', '2', '--checkpoint', checkpoint)],
    { env: { PATH: process.env['PATH'], ...env } },
  );
  let out = '';
  child.stdout.on('data', (part: Buffer) => {
    out += part;
  });
  const closed = once(child, 'close');
  while (!existsSync(checkpoint) && child.exitCode === null) await sleep(2);
  child.kill('SIGINT');
  const [status] = await closed;
  const first: Result = JSON.parse(out);
  expect([status, first.finished]).toEqual([130, false]);
  expect(first.examined).toBeLessThan(20_000);
  const text = await readFile(checkpoint, 'utf8');
  for (const key of [KEY, OTHER_KEY]) expect(text).not.toContain(key);

  // Another walk does not take it up.
  const other = await here(args('--checkpoint', checkpoint), { env });
  expect([other.status, other.stderr]).toEqual([
    2,
    expect.stringContaining('no checkpoint of this walk'),
  ]);

  const second = await cli(args('--reseal', '--json', '--checkpoint', checkpoint), { env });
  expect([second.status, second.stderr]).toEqual([
    0,
    `sealcache: goes on after ${first.examined} names\n`,
  ]);
  const result: Result = JSON.parse(second.stdout);
  expect(result.examined).toBe(20_000);
  expect(result.resealed).toBe(20_000);
  expect(existsSync(checkpoint)).toBe(false);
  expect((await counted()).result.byKey).toEqual([20_000, 0]);
});

test('a checkpoint of another start of the server counts for nothing', async () => {
  await cacheWith(KEY).set('a', 1);
  const path = join(folder, 'checkpoint');
  const blocked = await here(args('--checkpoint', path), { env });
  expect(blocked.status).toBe(1);
  const terms = JSON.parse((await here(args('--json'), { env })).stdout);
  const { store, tenant, container, keys, reseal } = terms;
  const counts = {
    examined: 5,
    byKey: [5, 5],
    unopened: 0,
    resealed: 0,
    changed: 0,
    missed: 0,
    skipped: {},
  };
  const left = {
    format: 'sealcache rotate 1',
    terms: JSON.stringify({ store, tenant, container, keys, reseal }),
    progress: { epoch: 'abc', cursor: '7', counts },
  };
  await writeFile(path, JSON.stringify(left));
  const { stderr, stdout } = await here(args('--checkpoint', path, '--json'), { env });
  expect(stderr).toContain('begins from the start');
  expect(JSON.parse(stdout)).toMatchObject({ examined: 1, byKey: [0, 1] });
  for (const broken of [
    '',
    '[]',
    'null',
    JSON.stringify({ ...left, progress: { ...left.progress, cursor: 'x y' } }),
  ]) {
    await writeFile(path, broken);
    expect((await here(args('--checkpoint', path), { env })).status).toBe(2);
  }
});

test.each([
  [['--from', 'env:OLD'], 2, 'give --from and --to'],
  [['--to', 'env:NEW'], 2, 'give --from and --to'],
  [
    ['--from', 'env:OLD', '--to', 'env:OLD', '--tenant', 'a', '--container', 'plain'],
    2,
    'current master key',
  ],
  [
    ['--from', KEY.slice(2), '--to', 'env:NEW', '--tenant', 'a', '--container', 'plain'],
    2,
    'env:NAME or fd:NUMBER',
  ],
  [['--from', 'env:OLD', '--to', 'env:NEW', '--container', 'plain'], 2, 'give --tenant'],
  [['--from', 'env:OLD', '--to', 'env:NEW', '--tenant', 'a'], 2, 'give --container'],
])('refuses %j', async (given, expected, message) => {
  const { status, stderr } = await here(['rotate', ...given], { env });
  expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
  expect(stderr).not.toContain('616161');
});

test.each([
  [[], 2, 'give --redis or --dir'],
  [['--redis', 'redis://127.0.0.1:1'], 3, 'Redis cannot be reached'],
  [['--redis', 'redis://:hidden@127.0.0.1:1'], 2, 'the URL has a password'],
  [['--redis', 'env:NOT_SET'], 2, 'NOT_SET is not set'],
  [['--redis', 'http://127.0.0.1'], 2, 'redis://'],
  [['--redis', 'env:URL', '--dir', '.'], 2, 'give --redis or --dir'],
  [['--redis', 'env:URL', '--keys', 'x'], 2, '--keys is for --dir'],
  [['--redis', 'env:URL', '--batch', '0'], 2, '--batch'],
  [['--redis', 'env:URL', '--dry-run', '--checkpoint', 'x'], 2, 'takes no --checkpoint'],
])('refuses the store %j', async (given, expected, message) => {
  const terms = args().slice(0, -2);
  const URL = 'redis://:hidden@127.0.0.1:1';
  const { status, stderr } = await here([...terms, ...given], { env: { ...env, URL } });
  expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
  expect(stderr).not.toContain('hidden');
});

test('a server that goes away in the middle is told of, and the checkpoint stays', {
  timeout: 60_000,
}, async () => {
  const own = await RedisServer.start();
  try {
    const cache = createCache({
      backend: redis({ url: own.url }),
      encryption: { masterKey: KEY, tenantId: 'shop' },
      l1: { enabled: false },
    });
    opened.push(cache);
    await cache.setMany(Array.from({ length: 20_000 }, (_, i): [string, unknown] => [`k${i}`, i]));
    const path = join(folder, 'checkpoint');
    const argv = args('--batch', '5', '--reseal', '--checkpoint', path);
    const running = cli(
      argv.map((arg) => (arg === server.url ? own.url : arg)),
      { env },
    );
    let done = false;
    void running.then(() => {
      done = true;
    });
    while (!existsSync(path) && !done) await sleep(2);
    await own.kill();
    const { status, stdout, stderr } = await running;
    expect([status, stdout, stderr]).toEqual([3, '', expect.stringContaining('Redis')]);
    expect(JSON.parse(await readFile(path, 'utf8')).progress.counts.examined).toBeGreaterThan(0);
  } finally {
    await own.stop();
  }
});

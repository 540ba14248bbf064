/** `sealcache rotate` over a Redis. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { EncryptionManager } from '../../../js/node.ts';
import { cli, here, KEY, MAIN, OTHER_KEY } from '../../unit/cli/run-cli.ts';
import { env, redisToRotate } from './rotate-redis-fixture.ts';

const redisHere = redisToRotate();
const { args, cacheWith, counted } = redisHere;

const FOREIGN_KEY = '63'.repeat(32);

test('counts, re-seals, keeps values and the time they have left', async () => {
  const before = cacheWith(KEY);
  const after = cacheWith(OTHER_KEY);
  for (let i = 0; i < 50; i++) await before.set(`old:${i}`, { i }, { ttl: 500 });
  await before.set('old:ever', 'x', { ttl: 'never' });
  for (let i = 0; i < 7; i++) await after.set(`new:${i}`, i, { ttl: 500 });
  await cacheWith(FOREIGN_KEY).set('foreign', 1);
  await redisHere.client.set('app:a-string', 'not sealed');
  await redisHere.client.hSet('app:a-hash', 'field', 'value');
  await redisHere.client.pExpire('app:old:7', 123_456);

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
  expect(await redisHere.client.pTTL('app:old:ever')).toBe(-1);
  const left = await redisHere.client.pTTL('app:old:7');
  expect(left).toBeGreaterThan(60_000);
  expect(left).toBeLessThanOrEqual(123_456);
  expect(await redisHere.client.pTTL('app:old:3')).toBeGreaterThan(400_000);
  expect(await redisHere.client.get('app:a-string')).toBe('not sealed');
  expect(await redisHere.client.hGet('app:a-hash', 'field')).toBe('value');
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
    await redisHere.client.set(
      'app:bytes',
      Buffer.from(await old.encrypt(plaintext, 'app:bytes', compressed)),
    );
    old.dispose();
    const argv = args('--reseal').map((arg) => (arg === 'envelope' ? container : arg));
    expect((await here(argv, { env })).status).toBe(0);
    const stored = await redisHere.client.withTypeMapping({ 36: Buffer }).get('app:bytes');
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
  expect(shown).toContain(`\r\x1b[Kstore: ${redisHere.server.url}/0`);
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

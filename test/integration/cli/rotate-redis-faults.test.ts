/** `sealcache rotate` over a Redis that others use meanwhile, that goes away, and interrupted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCache, redis } from '../../../js/node.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { cli, here, KEY, MAIN, OTHER_KEY } from '../../unit/cli/run-cli.ts';
import { env, type Result, redisToRotate } from './rotate-redis-fixture.ts';

const redisHere = redisToRotate();
const { args, cacheWith, counted } = redisHere;

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
    await redisHere.client.set(`was:k${at}`, at % 3 === 0 ? 'gone' : 'new');
    writes += 1;
  }
  const { status, stdout } = await running;
  const { left, changed }: Result = JSON.parse(stdout);
  // What was overtaken by a write counts as left, so that it is looked at again.
  expect([left, status]).toEqual([changed, changed === 0 ? 0 : 1]);
  expect((await counted('--reseal')).status).toBe(0);
  expect(writes).toBeGreaterThan(100);
  for (let i = 0; i < 3000; i++) {
    const was = await redisHere.client.get(`was:k${i}`);
    const expected = was === 'gone' ? undefined : (was ?? 'old');
    expect((await after.get(`k${i}`)) ?? undefined).toBe(expected);
  }
});

test('Ctrl+C leaves a checkpoint, from which the next run goes on', {
  timeout: 60_000,
}, async () => {
  const many = Array.from({ length: 20_000 }, (_, i): [string, unknown] => [`k${i}`, i]);
  await cacheWith(KEY).setMany(many);
  const checkpoint = join(redisHere.folder, 'checkpoint');
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
  const path = join(redisHere.folder, 'checkpoint');
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
    redisHere.closeLater(cache);
    await cache.setMany(Array.from({ length: 20_000 }, (_, i): [string, unknown] => [`k${i}`, i]));
    const path = join(redisHere.folder, 'checkpoint');
    const argv = args('--batch', '5', '--reseal', '--checkpoint', path);
    const running = cli(
      argv.map((arg) => (arg === redisHere.server.url ? own.url : arg)),
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

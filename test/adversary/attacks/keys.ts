/** Cache keys that an attacker chose: they must stay names, whatever the store's protocol makes of them. */
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { CachekitIOBackend, setLogger } from '../../../js/node.ts';
import { API_KEY, FakeService } from '../../unit/backends/http/fake-service.ts';
import { attack } from '../attack.ts';
import { expectError, type Refusal, Target } from '../target.ts';

const CONFIGURATION: Refusal = { code: 'ERR_CONFIGURATION' };

/** Each would end a line, a word or a path, or start something, where it is not quoted. */
const HOSTILE = [
  'k\r\nSET injected 1\r\n',
  'k\nflush_all\n',
  'k 0 0 1',
  'k\0tail',
  'k\u0085\u2028',
  '\x1b[2J',
  '../../injected',
  '/etc/injected',
  '..\\injected',
  'a/../b',
  'a?ttl=1#x',
  'a%2Fb%0d%0aX-Injected: 1',
  '*',
  '{tag}',
  '__proto__',
  'constructor',
];
const WITH_SPACE = HOSTILE.filter((key) => /[\s\p{Cc}]/u.test(key));

/** Every key takes its own value and gives it back. */
async function keepsApart(target: Target, keys: readonly string[]): Promise<void> {
  for (const key of keys) await target.cache.set(key, { for: key });
  for (const key of keys) expect(await target.cache.get(key)).toEqual({ for: key });
}

const redisKeys = attack('Redis keys', async (arena) => {
  const target = new Target(arena, arena.redisPlace(3));
  await keepsApart(target, HOSTILE);
  expect(await arena.redis.ask('SELECT 3\r\nDBSIZE')).toContain(`:${HOSTILE.length}\r\n`);
  expect(await arena.redis.ask('SELECT 3\r\nEXISTS injected k')).toContain(':0\r\n');
});

const memcachedKeys = attack('Memcached keys', async (arena) => {
  const target = new Target(arena, arena.memcachedPlace());
  const canary = arena.key();
  await target.cache.set(canary, 'still there');
  const requests = async () =>
    (await arena.memcached.ask('stats')).match(/cmd_(?:get|set|flush) \d+/g);
  const before = await requests();
  for (const key of WITH_SPACE) {
    await expectError(target.cache.set(key, 1), CONFIGURATION);
    await expectError(target.cache.get(key), CONFIGURATION);
    await expectError(target.cache.delete(key), CONFIGURATION);
  }
  expect(await requests()).toEqual(before);
  await keepsApart(
    target,
    HOSTILE.filter((key) => !WITH_SPACE.includes(key)),
  );
  expect(await target.cache.get(canary)).toBe('still there');
});

const serviceKeys = attack('URLs and headers', async (arena) => {
  const service = await FakeService.start();
  arena.defer(() => service.stop());
  const place = {
    name: 'recording service',
    open: () =>
      new CachekitIOBackend({ apiKey: API_KEY, apiUrl: service.url, allowCustomHost: 'loopback' }),
  };
  const recorded = new Target(arena, place);
  await keepsApart(recorded, HOSTILE);
  expect(service.requests.length).toBe(2 * HOSTILE.length);
  for (const { path, headers } of service.requests) {
    expect(path).toMatch(/^\/v1\/cache\/[A-Za-z0-9\-._~!*'()%]+$/);
    expect(headers).not.toHaveProperty('x-injected');
  }
  for (const key of ['.', '..', 'health', 'ttl', 'lock']) {
    await expectError(recorded.cache.set(key, 1), CONFIGURATION);
  }
  expect(service.requests.length).toBe(2 * HOSTILE.length);

  const real = new Target(arena, arena.servicePlace());
  const canary = arena.key();
  await real.cache.set(canary, 'still there');
  for (const key of HOSTILE.filter((hostile) => !/^[\w.:-]+$/.test(hostile))) {
    const refusal = { code: 'ERR_BACKEND', classification: 'permanent' };
    await expectError(real.cache.set(key, 1), refusal);
    await expectError(real.cache.get(`${canary}/../${canary}`), refusal);
  }
  expect(await real.cache.get(canary)).toBe('still there');
});

const filePaths = attack('path traversal', async (arena) => {
  const folder = join(arena.folder, 'deep', 'down', 'entries');
  await mkdir(dirname(folder), { recursive: true });
  const around = () => readdir(join(arena.folder, 'deep'), { recursive: true });
  const target = new Target(arena, arena.filePlace(folder));
  await keepsApart(target, HOSTILE);
  const names = await readdir(folder);
  expect(names).toHaveLength(HOSTILE.length);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(await around()).toHaveLength(2 + HOSTILE.length);
});

const links = attack('a planted link', async (arena) => {
  const folder = join(arena.folder, 'links');
  const target = new Target(arena, arena.filePlace(folder));
  const key = arena.key();
  await target.cache.set(key, 'a value');
  const [name = ''] = await readdir(folder);
  const entry = await readFile(join(folder, name));
  const victim = join(arena.folder, 'victim');
  await writeFile(victim, entry);
  await target.raw.delete(key);
  await symlink(victim, join(folder, name));
  // Not even where it leads to a sound entry.
  expect(await target.cache.get(key)).toBeNull();
  expect(await target.cache.exists(key)).toBe(false);
  await target.cache.set(key, 'another value');
  expect(await target.cache.get(key)).toBe('another value');
  expect((await lstat(join(folder, name))).isSymbolicLink()).toBe(false);
  expect(await readFile(victim)).toEqual(entry);
});

const longKeys = attack('oversized keys', async (arena) => {
  for (const [place, longest] of [
    [arena.redisPlace(), 65_000],
    [arena.memcachedPlace(), 250],
    [arena.servicePlace(), 400],
    [arena.filePlace(), 65_000],
  ] as const) {
    const target = new Target(arena, place);
    const fits = 'k'.repeat(longest);
    await target.cache.set(fits, 1);
    expect(await target.cache.get(fits)).toBe(1);
    const { operations } = target.cache.stats();
    for (const key of ['k'.repeat(65_600), '\u20ac'.repeat(22_000), fits + 'k'.repeat(550)]) {
      await expectError(target.cache.set(key, 1), CONFIGURATION, place.name);
      // A caller's fault is never taken for a miss.
      await expectError(target.lenient.cache.get(key), CONFIGURATION, place.name);
    }
    expect(target.cache.stats().operations).toEqual(operations);
    expect(target.lenient.cache.stats().operations).toEqual({});
  }
});

const noKeys = attack('keys without text', async (arena) => {
  for (const place of arena.places) {
    const { cache } = new Target(arena, place);
    const untyped: readonly unknown[] = [
      ...['', '\ud800', 'a\udc00b', undefined, null, 7],
      ...[['a'], { toString: () => 'a' }, new String('a'), Symbol('a')],
    ];
    for (const key of untyped) {
      for (const call of ['get', 'set', 'delete', 'exists'] as const) {
        const asked: unknown = Reflect.apply(cache[call], cache, [key, 1]);
        await expectError(Promise.resolve(asked), CONFIGURATION, `${place.name} ${call}`);
      }
    }
    expect(cache.stats().operations).toEqual({});
  }
});

const joinedArguments = attack('joined arguments', async (arena) => {
  const { cache } = new Target(arena, arena.redisPlace());
  const echo = cache.wrap((...args: unknown[]) => args, { namespace: arena.key() });
  const calls = [
    ['a:b', 'c'],
    ['a', 'b:c'],
    ['a', 'b', 'c'],
    [['a', 'b'], 'c'],
    ['a,b', 'c'],
    ['1'],
    [1],
    [[1]],
    [{ 0: 1 }],
    [null],
    [undefined],
    [],
  ];
  for (const args of calls) await echo(...args);
  for (const args of calls) {
    const answer = await echo(...args);
    expect(answer).toEqual(args.map((argument) => argument ?? null));
  }
  expect(cache.stats().hits.l2).toBe(calls.length);
});

const forgedLines = attack('forged log lines', async (arena) => {
  const lines: string[] = [];
  arena.defer(() => setLogger(() => {}));
  setLogger((line) => lines.push(line));
  const target = new Target(arena, arena.redisPlace());
  const key = 'user:secret\r\n[sealcache] all is well \x1b[2J';
  await target.raw.set(key, new Uint8Array(40));
  expect(await target.lenient.cache.get(key)).toBeNull();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[ -~]*for key [0-9a-f]{32}: evicted, treated as a miss$/);
});

export const KEYS = [
  redisKeys,
  memcachedKeys,
  serviceKeys,
  filePaths,
  links,
  longKeys,
  noKeys,
  joinedArguments,
  forgedLines,
];

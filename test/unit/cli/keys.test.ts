/** Where keys come from, and where they must not. */
import { expect, test } from 'vitest';
import { cli, here, KEY, OTHER_KEY } from './run-cli.ts';

/** PROTOCOL §6.3. */
const FINGERPRINT = '52d54c97f8e5efaa5bdf58a301f92726\n';

test('keygen prints 64 hex digits, other ones each time, and nothing else', async () => {
  const [first, second] = await Promise.all([cli(['keygen']), cli(['keygen'])]);
  for (const { status, stdout, stderr } of [first, second]) {
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
  }
  expect(first.stdout).not.toBe(second.stdout);
});

test.each([
  ['SEALCACHE_MASTER_KEY', { env: { SEALCACHE_MASTER_KEY: KEY } }, []],
  ['CACHEKIT_MASTER_KEY', { env: { CACHEKIT_MASTER_KEY: KEY.toUpperCase() } }, []],
  ['both, when equal', { env: { SEALCACHE_MASTER_KEY: KEY, CACHEKIT_MASTER_KEY: KEY } }, []],
  [
    'a named variable',
    { env: { MINE: KEY, CACHEKIT_MASTER_KEY: OTHER_KEY } },
    ['--key-env', 'MINE'],
  ],
  ['a descriptor', { fd3: `${KEY}\n` }, ['--key-fd', '3']],
  ['standard input', { stdin: KEY }, ['--key-fd=0']],
])('fingerprint takes the key from %s', async (_where, input, options) => {
  const { status, stdout } = await cli(['fingerprint', '--tenant', 'default', ...options], input);
  expect([status, stdout]).toEqual([0, FINGERPRINT]);
});

test('more than a key from a descriptor is none, and is not read to its end', async () => {
  const stdin = KEY.repeat(20_000);
  const { status, stderr } = await cli(['fingerprint', '--tenant', 'a', '--key-fd', '0'], {
    stdin,
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining('descriptor 0 must be exactly 64')]);
});

test('a key among the arguments is refused in a process of its own, too', async () => {
  const { status, stdout, stderr } = await cli(['fingerprint', KEY]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^sealcache: there is a key among the arguments/);
  expect(stderr).not.toContain('6161');
});

test('the fingerprint is of the tenant', async () => {
  const { stdout } = await cli(['fingerprint', '--tenant', 'shop'], {
    env: { SEALCACHE_MASTER_KEY: KEY },
  });
  expect(stdout).toMatch(/^[0-9a-f]{32}\n$/);
  expect(stdout).not.toBe(FINGERPRINT);
});

test.each([
  ['no key at all', [], {}, 'SEALCACHE_MASTER_KEY'],
  ['a variable that is not set', ['--key-env', 'MINE'], {}, 'MINE is not set'],
  ['a descriptor that is not there', ['--key-fd', '77'], {}, 'descriptor 77 (EBADF)'],
  ['no number', ['--key-fd', 'x'], {}, 'fd:NUMBER'],
  ['two places', ['--key-fd', '77', '--key-env', 'MINE'], {}, 'not both'],
  [
    'two keys',
    [],
    { env: { SEALCACHE_MASTER_KEY: KEY, CACHEKIT_MASTER_KEY: OTHER_KEY } },
    'SEALCACHE_MASTER_KEY and CACHEKIT_MASTER_KEY differ',
  ],
  [
    'no key inside',
    [],
    { env: { SEALCACHE_MASTER_KEY: KEY.slice(1) } },
    'SEALCACHE_MASTER_KEY must',
  ],
])('fingerprint refuses %s', async (_what, options, input, message) => {
  const { status, stdout, stderr } = await here(
    ['fingerprint', '--tenant', 'a', ...options],
    input,
  );
  expect([status, stdout]).toEqual([stderr.includes('EBADF') ? 3 : 2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain(KEY.slice(2));
});

const SECRETS = [
  KEY,
  KEY.toUpperCase(),
  `0x${KEY}`,
  `${KEY},${OTHER_KEY}`,
  `ck_sdk_${'0'.repeat(16)}_${KEY}`,
];
test.each([
  ...SECRETS.map((secret) => ['fingerprint', '--tenant', 'a', secret]),
  ...SECRETS.map((secret) => ['fingerprint', `--master-key=${secret}`]),
  ['fingerprint', '--key-env', `A=${KEY}`],
  ['fingerprint', '--tenant', KEY],
  ['inspect', KEY],
  ['inspect', 'file', '--key', KEY],
  ['--help', KEY],
  [KEY],
  ['api-keys', 'revoke', KEY],
  // Not the whole key, and so not told from other text: it is refused, but not repeated either.
  ['fingerprint', KEY.slice(1)],
  ['fingerprint', `--${KEY.slice(1)}`],
  ['fingerprint', '--key-env', KEY.slice(1)],
  ['fingerprint', '--key-fd', KEY.slice(1)],
  [KEY.slice(1)],
])('a key is refused without repeating it: %s %s %s %s', async (...args: string[]) => {
  const { status, stdout, stderr } = await here(args, { env: { SEALCACHE_MASTER_KEY: OTHER_KEY } });
  expect(status).toBe(2);
  for (const text of [stdout, stderr]) expect(text.toLowerCase()).not.toContain('6161616161');
});

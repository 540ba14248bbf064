import { expect, test } from 'vitest';
import { here, KEY } from '../../unit/cli/run-cli.ts';
import { env, redisToRotate } from './rotate-redis-fixture.ts';

const { args } = redisToRotate();

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

/** `sealcache doctor` beside a Redis that answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RedisServer } from '../../helpers/redis-server.ts';
import { cli } from '../../unit/cli/run-cli.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start('--requirepass', 'hidden');
});
afterAll(() => server?.stop());

test('a Redis that answers is told with its version and its clock', async () => {
  const REDIS_URL = `redis://:hidden@127.0.0.1:${server.port}`;
  const { status, stdout, stderr } = await cli(['doctor'], { env: { REDIS_URL } });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    new RegExp(
      `^  Redis +redis://127.0.0.1:${server.port}/0 answers in \\d+\\.\\d ms, \\d+\\.`,
      'm',
    ),
  );
  expect(stdout).toMatch(/^ {2}clock of Redis +\d+ ms apart from ours$/m);
  expect(stdout).not.toContain('hidden');
});

test('one that wants a password is a problem', async () => {
  const { status, stdout } = await cli(['doctor', '--redis', server.url]);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^! Redis .*NOAUTH/m)]);
});

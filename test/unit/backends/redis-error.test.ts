import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { backOffMs } from '../../../js/backends/redis/back-off.ts';
import { redisError } from '../../../js/backends/redis/redis-error.ts';
import { BackendError, ConfigurationError, TimeoutError } from '../../../js/errors.ts';

const coded = (code: string): Error => Object.assign(new Error('connect to s3cret'), { code });

describe('failures of Redis', () => {
  test.each<[string, string]>([
    ['NOAUTH Authentication required.', 'authentication'],
    ['WRONGPASS invalid username-password pair', 'authentication'],
    ['NOPERM this user has no permissions', 'authentication'],
    ['LOADING Redis is loading the dataset in memory', 'transient'],
    ['READONLY You cannot write against a read only replica.', 'transient'],
    ['CLUSTERDOWN Hash slot not served', 'transient'],
    ['TRYAGAIN Multiple keys request during rehashing', 'transient'],
    ['MASTERDOWN Link with MASTER is down', 'transient'],
    ['BUSY Redis is busy running a script', 'transient'],
    ['MISCONF Redis is configured to save RDB snapshots', 'transient'],
    ['NOREPLICAS Not enough good replicas to write.', 'transient'],
    ['OOM command not allowed', 'transient'],
    ['ERR max number of clients reached', 'transient'],
    ['WRONGTYPE Operation against a key', 'permanent'],
    ['CROSSSLOT Keys in request do not hash to the same slot', 'permanent'],
    ['MOVED 3999 127.0.0.1:6381', 'permanent'],
    ['ERR syntax error', 'permanent'],
    ['ERR max', 'permanent'],
    ['SOMETHING new', 'permanent'],
    ['Socket closed unexpectedly', 'transient'],
  ])('%s', (message, classification) => {
    const error = redisError(new Error(message));
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', classification);
  });

  test.each([
    ['ECONNREFUSED', 'transient'],
    ['ENOTFOUND', 'transient'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'authentication'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'authentication'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'authentication'],
  ])('the system code %s', (code, classification) => {
    const error = redisError(coded(code));
    expect(error).toHaveProperty('classification', classification);
    expect(error.message).toContain(code);
  });

  test('a connection that timed out is a timeout', () => {
    expect(redisError(coded('ETIMEDOUT'))).toBeInstanceOf(TimeoutError);
  });

  test('errors of ours stay as they are', () => {
    const error = new ConfigurationError('x');
    expect(redisError(error)).toBe(error);
  });

  test('nothing of a foreign error is kept, neither text nor command', () => {
    const reply = new Error("ERR unknown command 'GET', with args beginning with: 's3cret'");
    const command = Object.assign(reply, { command: { name: 'get', args: ['s3cret'] } });
    for (const foreign of [command, coded('s3cret'), coded('ECONNRESET'), 's3cret', null]) {
      const shown = inspect(redisError(foreign), { showHidden: true, depth: 9 });
      expect(shown).not.toContain('s3cret');
    }
  });
});

test('back-off doubles from 100 ms to 5 s, and a random part goes off', () => {
  for (const [failures, longest] of [
    [1, 100],
    [2, 200],
    [6, 3200],
    [7, 5000],
    [5000, 5000],
  ] as const) {
    const waits = Array.from({ length: 200 }, () => backOffMs(failures));
    expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(longest / 2);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(longest / 5);
  }
});

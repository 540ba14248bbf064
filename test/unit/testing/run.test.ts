/** What is made of a subject and a test framework, and what is refused. */
import { expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { type BackendSubject, ComplianceError, testBackend } from '../../../js/testing/index.ts';
import { completeSubject } from './complete-backend.ts';
import { failureOf, testsOf } from './recording-runner.ts';

const FINDS = 'store > entries > finds what was set';

function subjectOf(others: Partial<BackendSubject> = {}): BackendSubject {
  return { name: 'store', create: () => new MemoryBackend(), ...others };
}

test('a subject that says no more than it must is tested without what it lacks', () => {
  const names = [...testsOf(subjectOf()).keys()].join('\n');
  expect(names).toContain(FINDS);
  for (const group of ['getWithTtl', 'locks', 'getMany', 'setMany', 'deleteMany', 'failing']) {
    expect(names).not.toContain(`> ${group}`);
  }
  expect(names).not.toMatch(/largest value|too long|one byte more|longer ones/);
});

test('each test has a store of its own, closed and cleaned up whatever comes of it', async () => {
  const calls: string[] = [];
  const subject = subjectOf({
    create: () => {
      calls.push('create');
      const store = new MemoryBackend();
      return {
        get: async () => null,
        set: (...parameters) => store.set(...parameters),
        delete: (key) => store.delete(key),
        exists: (key) => store.exists(key),
        close: async () => void calls.push('close'),
      };
    },
    cleanup: () => calls.push('cleanup'),
  });
  const run = testsOf(subject).get(FINDS) ?? fail;
  expect(await failureOf(run)).toBeInstanceOf(ComplianceError);
  expect(await failureOf(run)).toBeInstanceOf(ComplianceError);
  expect(calls).toEqual(['create', 'close', 'cleanup', 'create', 'close', 'cleanup']);
});

test('what fails at the end of a test is told beside what failed in it', async () => {
  const subject = completeSubject(
    () => ({
      get: async () => null,
      close: async () => {
        throw new Error('still busy');
      },
    }),
    {
      cleanup: () => {
        throw new Error('nothing to remove');
      },
    },
  );
  const failure = await failureOf(testsOf(subject).get('complete > entries > replaces') ?? fail);
  expect(String(failure)).toMatch(/to give 1 byte \[4\]; got null.*still busy.*nothing to remove/);
});

test('a store that cannot be made, or is none, fails each test and is cleaned up', async () => {
  let cleaned = 0;
  const cleanup = (): void => {
    cleaned += 1;
  };
  const refusing = () => Promise.reject(new Error('no server'));
  const failing = testsOf(subjectOf({ create: refusing, cleanup })).get(FINDS) ?? fail;
  expect(String(await failureOf(failing))).toMatch(/expected no failure; got Error: no server/);
  const frozen = Object.freeze(new MemoryBackend());
  const none = testsOf(subjectOf({ create: () => frozen, cleanup })).get(FINDS) ?? fail;
  expect(await failureOf(none)).toBeNull();
  expect(cleaned).toBe(2);
});

test('answers that say nothing need not be right where the subject says so', async () => {
  const always = () => ({ delete: async () => true, releaseLock: async () => true });
  const subject = completeSubject(always, { cannotTell: ['delete', 'releaseLock'] });
  const tests = testsOf(subject);
  expect(
    await failureOf(tests.get('complete > entries > misses what was never set') ?? fail),
  ).toBeNull();
  const kept =
    tests.get('complete > locks > gives a lock to one holder until it gives it up') ?? fail;
  expect(String(await failureOf(kept))).toMatch(/acquireLock\(\) of a free lock/);
});

test.each([
  ['a misspelt field', { cleanUp: () => {} }],
  ['no name', { name: '' }],
  ['no create', { create: undefined }],
  ['a feature that there is not', { supports: ['TTLBackend'] }],
  ['features that are no list', { supports: 'ttl' }],
  ['a time that there is not', { time: 'fake' }],
  ['an operation that must tell', { cannotTell: ['get'] }],
  ['a fault that is no function', { break: true }],
  ['a TTL of nothing', { smallestTtlSeconds: 0 }],
  ['values smaller than those of the tests', { maxValueBytes: 10 }],
  ['keys shorter than those of the tests', { maxKeyBytes: 10 }],
  ['no time for an operation', { operationTimeoutMs: 0 }],
])('refuses %s', (_what, others) => {
  const subject = { ...subjectOf(), ...others };
  const runner = { describe: () => {}, it: () => {} };
  expect(() => Reflect.apply(testBackend, undefined, [runner, subject])).toThrow(
    ConfigurationError,
  );
});

test.each([[{}], [{ it: () => {} }], [{ describe: () => {} }]])(
  'refuses the runner %o',
  (runner) => {
    expect(() => Reflect.apply(testBackend, undefined, [runner, subjectOf()])).toThrow(
      ConfigurationError,
    );
  },
);

function fail(): never {
  throw new Error('no such test');
}

/** Stores whose time the tests do not give: they wait for it, or move it on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ComplianceError } from '../../../js/testing/index.ts';
import { type Change, completeSubject } from './complete-backend.ts';
import { failureOf, testsOf } from './recording-runner.ts';

const EXPIRY = 'complete > TTLs > expires when its time is over';
const PATIENCE = { operationTimeoutMs: 20_000 };

const untimed = testsOf(completeSubject(undefined, { time: 'untested' }));
const living =
  (longer: number): Change =>
  (store) => ({
    set: (key: string, value: Uint8Array, ttl?: number) =>
      store.set(key, value, ttl === undefined ? undefined : Math.max(0.001, ttl + longer)),
  });

/** What the tests that let time pass say of a store, by their names. */
async function failuresOf(
  tests: Map<string, () => Promise<void>>,
  together: boolean,
): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  const timed = [...tests].filter(([name]) => !untimed.has(name));
  expect(timed.length).toBeGreaterThan(6);
  const run = async ([name, body]: (typeof timed)[number]): Promise<void> => {
    const failure = await failureOf(body);
    if (failure !== null) failures.set(name, failure);
  };
  if (together) await Promise.all(timed.map(run));
  else for (const one of timed) await run(one);
  return failures;
}

/** In real time, all tests at once. */
function waited(change: Change = () => ({})): Promise<Map<string, unknown>> {
  return failuresOf(
    testsOf(completeSubject(change, { ...PATIENCE, time: 'real' }, Date.now)),
    true,
  );
}

/** On a clock that the tests can only move. */
function moved(change: Change = () => ({})): Promise<Map<string, unknown>> {
  let clock = 1_700_000_000_123;
  const time = (milliseconds: number): void => {
    clock += milliseconds;
  };
  return failuresOf(testsOf(completeSubject(change, { ...PATIENCE, time }, () => clock)), false);
}

describe.each([
  ['waited for', waited],
  ['moved', moved],
])('time that is %s', { timeout: 60_000 }, (_name, failures) => {
  test('a store without a mistake passes', async () => {
    expect(await failures()).toEqual(new Map());
  });

  test.each([
    ['too long', 2, /exists\(\) when its \d+ s are over to give false; got true/],
    ['too early', -2, /get\(\) shortly before \d+ s are over to give 5 bytes .*; got null/],
  ])('a store that keeps entries two seconds %s is found', async (_much, longer, says) => {
    const failure = (await failures(living(longer))).get(EXPIRY);
    expect(failure).toBeInstanceOf(ComplianceError);
    expect(String(failure)).toMatch(says);
  });
});

test('what a slow machine sees too late is held against no store', {
  timeout: 60_000,
}, async () => {
  const slow: Change = (store) => ({
    get: async (key: string) => {
      await sleep(2500);
      return await store.get(key);
    },
  });
  const subject = completeSubject(slow, { ...PATIENCE, time: 'real' }, Date.now);
  await testsOf(subject).get(EXPIRY)?.();
});

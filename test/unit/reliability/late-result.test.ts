import { afterEach, beforeEach, expect, it } from 'vitest';
import { TimeoutError } from '../../../js/errors.ts';
import { Executor } from '../../../js/reliability/executor.ts';

/** Rejections that nobody handled, by the means of the runtime this runs on. */
let unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
const rememberEvent = (event: Event) => remember('reason' in event ? event.reason : event);
const onNode = typeof process !== 'undefined' && typeof process.versions?.v8 === 'string';

beforeEach(() => {
  unhandled = [];
  if (onNode) process.on('unhandledRejection', remember);
  else globalThis.addEventListener('unhandledrejection', rememberEvent);
});

afterEach(() => {
  if (onNode) process.off('unhandledRejection', remember);
  else globalThis.removeEventListener('unhandledrejection', rememberEvent);
});

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

it.each([
  ['a timeout alone', {}, { timeoutMs: 5 }],
  ['a deadline', { retry: { deadline: 5 } }, {}],
  ['everything', { retry: { deadline: 5 }, circuitBreaker: {} }, { timeoutMs: 5 }],
])('is ignored after %s, be it a value or a failure', async (_, config, options) => {
  for (const end of [() => 'late', () => Promise.reject(new Error('too late'))]) {
    const executor = new Executor(config);
    const call = executor.run(async () => {
      await pause(25);
      return end();
    }, options);
    await expect(call).rejects.toThrow(TimeoutError);
    await pause(50);
  }
  expect(unhandled).toStrictEqual([]);
});

it('is ignored after an abort', async () => {
  const controller = new AbortController();
  const operation = async () => {
    await pause(15);
    throw new Error('too late');
  };
  const call = new Executor().run(operation, { signal: controller.signal });
  controller.abort(new Error('not needed'));
  await expect(call).rejects.toThrow('not needed');
  await pause(40);
  expect(unhandled).toStrictEqual([]);
});

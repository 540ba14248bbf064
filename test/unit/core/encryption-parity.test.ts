/**
 * encrypt, encryptNow, decrypt and decryptNow must fail alike: same class, message and cause, whether
 * the core throws or rejects, and whether keys were derived before.
 */
import { describe, expect, test } from 'vitest';
import type { MaybePromise } from '../../../js/core/core.ts';
import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { EncryptionError, NonceExhaustedError } from '../../../js/errors.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const KEY = '5c'.repeat(32);
const DATA = new Uint8Array(64).fill(9);

interface Outcome {
  readonly type: unknown;
  readonly code: unknown;
  readonly message: string;
  readonly cause: unknown;
}

const foreign = new RangeError('no memory');
const failures: [string, unknown][] = [
  ['a foreign Error', foreign],
  ['a thrown string', 'just text'],
  ['a thrown undefined', undefined],
  ['our own authentication failure', new EncryptionError('not authentic')],
  ['nonce exhaustion', new NonceExhaustedError('rotate the key')],
];

const manners: [string, (error: unknown) => () => MaybePromise<Uint8Array>][] = [
  [
    'throws',
    (error) => () => {
      throw error;
    },
  ],
  ['rejects', (error) => () => Promise.reject(error)],
  [
    'rejects by a plain thenable',
    (error) => () => ({
      then: (_resolve, reject) => {
        reject?.(error);
        throw new Error('a thenable settles once; this is ignored');
      },
    }),
  ],
];

describe.each(failures)('%s', (_failure, error) => {
  describe.each(manners)('when the core %s', (_manner, fail) => {
    test('reaches the caller alike on every path', async () => {
      for (const verb of ['encrypt', 'decrypt'] as const) {
        const outcomes = [
          await outcomeOf(manager(fail(error)), verb),
          await outcomeOf(manager(fail(error)), `${verb}Now`),
          await outcomeOf(await derived(fail(error)), verb),
          await outcomeOf(await derived(fail(error)), `${verb}Now`),
        ];
        const [first] = outcomes;
        expect(first?.type).toBe(
          error instanceof NonceExhaustedError ? NonceExhaustedError : EncryptionError,
        );
        for (const outcome of outcomes) expect(outcome).toEqual(first);
        if (!(error instanceof EncryptionError)) {
          expect(first?.message).toContain(`${verb}ion`);
          expect(first?.cause).toBe(error);
        }
      }
    });
  });
});

test('a synchronous core answers in the call once keys are derived', async () => {
  const ready = await derived(() => DATA);
  expect(ready.encryptNow(DATA, 'k')).toBeInstanceOf(Uint8Array);
  expect(ready.decryptNow(DATA, 'k')).toBeInstanceOf(Uint8Array);
  expect(ready.encrypt(DATA, 'k')).toBeInstanceOf(Promise);
  const failing = await derived(() => {
    throw foreign;
  });
  expect(() => failing.encryptNow(DATA, 'k')).toThrow(EncryptionError);
  expect(() => failing.decryptNow(DATA, 'k')).toThrow(EncryptionError);
});

test('before derivation and after dispose the answer is a promise', async () => {
  const fresh = manager(() => DATA);
  const early = fresh.encryptNow(DATA, 'k');
  expect(early).toBeInstanceOf(Promise);
  await early;
  fresh.dispose();
  for (const late of [fresh.encryptNow(DATA, 'k'), fresh.decryptNow(DATA, 'k')]) {
    expect(late).toBeInstanceOf(Promise);
    await expect(late).rejects.toThrow(EncryptionError);
  }
});

test('a promise of the core is not awaited by instanceof', async () => {
  const ready = await derived(() => Promise.resolve(DATA));
  expect(await ready.encryptNow(DATA, 'k')).toEqual(DATA);
});

function manager(respond: () => MaybePromise<Uint8Array>): EncryptionManagerBase {
  return new EncryptionManagerBase(() => new FakeCore(respond), KEY);
}

async function derived(respond: () => MaybePromise<Uint8Array>): Promise<EncryptionManagerBase> {
  const ready = manager(respond);
  await ready.prepare();
  return ready;
}

async function outcomeOf(
  subject: EncryptionManagerBase,
  path: 'encrypt' | 'decrypt' | 'encryptNow' | 'decryptNow',
): Promise<Outcome> {
  try {
    await subject[path](DATA, 'key');
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error;
    const { code, message, cause } = error;
    return { type: error.constructor, code, message, cause };
  }
  throw new Error(`${path} did not fail`);
}

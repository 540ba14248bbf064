/** R2 as workerd serves it. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { WorkersR2Backend, workersR2 } from '../../js/backends/workers-r2.ts';
import { BackendError, ConfigurationError } from '../../js/errors.ts';
import { testBackend } from '../../js/testing/index.ts';
import { vitestRunner } from '../../test/helpers/vitest-runner.ts';
import { Switched } from './switched.ts';

const VALUE = Uint8Array.of(0, 255, 128);
const bucket = env.BUCKET;

/** Of its own, so that nothing is in it. */
const freshPrefix = () => `${crypto.randomUUID()}:`;

let switched: Switched<typeof bucket>;
testBackend(vitestRunner, {
  name: 'R2',
  supports: ['getWithTtl'],
  time: 'given',
  maxKeyBytes: 1024 - freshPrefix().length,
  create: (now) => {
    switched = new Switched(bucket, ['head', 'get', 'put', 'delete']);
    return workersR2({ bucket: switched.binding, now, keyPrefix: freshPrefix() });
  },
  break: () => switched.break(),
});

describe('what lies in the bucket', () => {
  test('the bytes under the key, and the deadline beside them', async () => {
    const store = workersR2({ bucket, now: () => 1000.5, keyPrefix: 'p/' });
    await store.set('a b', VALUE, 59.5);
    const object = await bucket.get('p/a b');
    expect(await object?.bytes()).toStrictEqual(VALUE);
    expect(object?.customMetadata).toStrictEqual({ 'sealcache-deadline': '61000' });
    await store.set('a b', VALUE);
    expect((await bucket.head('p/a b'))?.customMetadata).toStrictEqual({});
    expect(store.keyPrefix).toBe('p/');
  });

  test('what is over is removed by whoever finds it', async () => {
    const early = workersR2({ bucket, now: () => 0 });
    const late = workersR2({ bucket, now: () => 60_000 });
    for (const find of [() => late.get('over'), () => late.exists('over')]) {
      await early.set('over', VALUE, 60);
      await find();
      expect(await bucket.head('over')).toBeNull();
    }
  });

  test('what is over and cannot be removed is a miss all the same', async () => {
    await workersR2({ bucket, now: () => 0 }).set('over', VALUE, 60);
    const stuck = {
      head: (key: string) => bucket.head(key),
      get: (key: string) => bucket.get(key),
      put: (key: string, value: Uint8Array, options: object) => bucket.put(key, value, options),
      delete: () => Promise.reject(new Error('stuck')),
    };
    const store = workersR2({ bucket: stuck, now: () => 60_000 });
    expect(await store.get('over')).toBeNull();
    expect(await store.exists('over')).toBe(false);
    await expect(store.delete('over')).rejects.toThrow(BackendError);
  });

  test('deleting what is over says that nothing was there, and deletes it', async () => {
    await workersR2({ bucket, now: () => 0 }).set('over', VALUE, 60);
    expect(await workersR2({ bucket, now: () => 60_000 }).delete('over')).toBe(false);
    expect(await bucket.head('over')).toBeNull();
  });

  test.each(['', 'soon', '-1', '1e99', `${'9'.repeat(17)}`])(
    'a deadline of %j has passed',
    async (deadline) => {
      await bucket.put('odd', VALUE, { customMetadata: { 'sealcache-deadline': deadline } });
      expect(await workersR2({ bucket }).get('odd')).toBeNull();
    },
  );

  test('an object without a deadline is an entry without an end', async () => {
    await bucket.put('foreign', VALUE, { customMetadata: { other: '1' } });
    expect(await workersR2({ bucket }).getWithTtl('foreign')).toStrictEqual({ bytes: VALUE });
  });

  test('the default TTL is for entries without one', async () => {
    const store = workersR2({ bucket, defaultTtl: 100 });
    await store.set('key', VALUE);
    expect((await store.getWithTtl('key'))?.remainingTtl).toBeGreaterThan(90);
  });

  test('more than KV holds', async () => {
    const large = new Uint8Array(26 * 1024 * 1024).fill(7);
    const store = workersR2({ bucket });
    await store.set('large', large, 60);
    const back = await store.get('large');
    expect(back?.byteLength).toBe(large.byteLength);
    expect(back?.every((byte) => byte === 7)).toBe(true);
  });
});

test('keys of 1 to 1,024 bytes', async () => {
  const store = workersR2({ bucket });
  for (const key of ['k'.repeat(1024), 'é'.repeat(512)]) {
    await store.set(key, VALUE);
    expect(await store.get(key)).toStrictEqual(VALUE);
  }
  for (const key of ['', 'k'.repeat(1025), 'é'.repeat(513), '\ud800']) {
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
    await expect(store.set(key, VALUE)).rejects.toThrow(ConfigurationError);
  }
  expect(() => workersR2({ bucket, keyPrefix: 'p' }).validateKey('k'.repeat(1024))).toThrow(
    ConfigurationError,
  );
});

test('a failure is transient and does not quote the key', async () => {
  const failing = async (): Promise<never> => {
    throw new Error('topsecret');
  };
  const store = workersR2({
    bucket: { head: failing, get: failing, put: failing, delete: failing },
  });
  for (const work of [
    () => store.get('topsecret'),
    () => store.exists('topsecret'),
    () => store.set('topsecret', VALUE),
    () => store.delete('topsecret'),
  ]) {
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'transient');
    expect(String(error)).not.toContain('topsecret');
  }
});

test.each([
  [{}],
  [{ bucket: null }],
  [{ bucket: { get: () => null } }],
  [{ bucket, defaultTtl: -1 }],
  [{ bucket, keyPrefix: 1 }],
  [{ bucket, now: 1 }],
  [{ bucket, ttl: 1 }],
  [undefined],
])('refuses unfit options (%#)', (options) => {
  expect(() => Reflect.construct(WorkersR2Backend, [options])).toThrow(ConfigurationError);
});

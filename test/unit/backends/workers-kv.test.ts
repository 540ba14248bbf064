import { beforeEach, describe, expect, it } from 'vitest';
import { KV_MIN_TTL_SECONDS, WorkersKVBackend } from '../../../js/backends/workers-kv.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { FakeKV } from '../../helpers/fake-kv.ts';

const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);

describe('WorkersKVBackend', () => {
  let kv: FakeKV;
  let store: WorkersKVBackend;

  beforeEach(() => {
    kv = new FakeKV();
    store = new WorkersKVBackend(kv);
  });

  it('B57: brings back bytes, of its own memory', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (const value of [all, bytes(), bytes(0)]) {
      await store.set('key', value);
      expect(await store.get('key')).toStrictEqual(value);
    }
    (await store.get('key'))?.fill(9);
    expect(await store.get('key')).toStrictEqual(bytes(0));
    expect(await store.get('absent')).toBeNull();
  });

  it('copies before it awaits, and sends a window of a larger buffer alone', async () => {
    const whole = bytes(9, 1, 2, 9);
    const setting = store.set('key', whole.subarray(1, 3));
    whole.fill(0);
    await setting;
    expect(kv.values.get('key')).toStrictEqual(bytes(1, 2));
    expect(kv.values.get('key')?.buffer.byteLength).toBe(2);
  });

  it.each([
    [undefined, undefined],
    [0.5, 60],
    [59.1, 60],
    [60, 60],
    [60.1, 61],
    [3600, 3600],
  ])('A13: a TTL of %s s is sent as %s', async (ttl, sent) => {
    await store.set('key', bytes(1), ttl);
    expect(kv.puts[0]?.options?.expirationTtl).toBe(sent);
    expect(KV_MIN_TTL_SECONDS).toBe(60);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'B19: refuses a TTL of %s',
    async (ttl) => {
      await expect(store.set('key', bytes(1), ttl)).rejects.toThrow(ConfigurationError);
      expect(() => store.validateTtl(ttl)).toThrow(ConfigurationError);
      expect(kv.puts).toHaveLength(0);
    },
  );

  it('B36 always sends the delete and looks at nothing first', async () => {
    expect(await store.delete('absent')).toBe(true);
    expect(kv.deletes).toStrictEqual(['absent']);
    expect(kv.bodiesRead).toBe(0);
  });

  it('A21 answers exists without reading the body, and lets go of it', async () => {
    expect(await store.exists('key')).toBe(false);
    await store.set('key', bytes(1));
    expect(await store.exists('key')).toBe(true);
    expect([kv.bodiesRead, kv.bodiesCancelled]).toStrictEqual([0, 1]);
  });

  const refused = [
    '',
    '.',
    '..',
    'a'.repeat(513),
    'é'.repeat(257),
    '€'.repeat(171),
    '\ud800',
    'x\udc00',
  ];
  it.each(refused)('B29, B33: refuses the key %j before any call', async (key) => {
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
    kv.failure = new Error('must not be called');
    for (const work of [
      () => store.get(key),
      () => store.set(key, bytes(1)),
      () => store.delete(key),
      () => store.exists(key),
    ]) {
      await expect(work()).rejects.toThrow(ConfigurationError);
    }
  });

  it.each(['a', '...', '.a', 'a'.repeat(512), 'é'.repeat(256), '😀'.repeat(128)])(
    'takes the key %j',
    async (key) => {
      await store.set(key, bytes(1));
      expect(await store.get(key)).toStrictEqual(bytes(1));
    },
  );

  it('B33, B64: refuses a value above 25 MiB before any call', async () => {
    const large = new Uint8Array(25 * 1024 * 1024 + 1);
    await expect(store.set('key', large)).rejects.toThrow(ValueTooLargeError);
    await store.set('key', large.subarray(1));
    expect(kv.puts).toHaveLength(1);
  });

  it('reports a failure as a transient BackendError that does not quote the key', async () => {
    await store.set('topsecret', bytes(1));
    kv.failure = new Error('KV GET failed: topsecret');
    for (const work of [
      () => store.get('topsecret'),
      () => store.set('topsecret', bytes(1)),
      () => store.delete('topsecret'),
      () => store.exists('topsecret'),
    ]) {
      const error: unknown = await work().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BackendError);
      expect(error).toHaveProperty('classification', 'transient');
      expect(error).toHaveProperty('cause', kv.failure);
      expect(String(error)).not.toContain('topsecret');
    }
  });

  it('rejects every operation once closed, and closes twice', async () => {
    await store.close();
    await store.close();
    for (const work of [
      () => store.get('key'),
      () => store.set('key', bytes(1)),
      () => store.delete('key'),
      () => store.exists('key'),
    ]) {
      await expect(work()).rejects.toMatchObject({ classification: 'permanent' });
    }
  });

  it('refuses what is no namespace', () => {
    for (const binding of [undefined, null, 'CACHE', {}, { get: () => null }]) {
      expect(() => Reflect.construct(WorkersKVBackend, [binding])).toThrow(ConfigurationError);
    }
  });
});

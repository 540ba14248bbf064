/** What the operations answer, and what they refuse before anything is sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../../../../js/errors.ts';
import { backendOf, bytes, failureOf } from './backend-helpers.ts';
import { FakeService } from './fake-service.ts';
import { answer, answerJson } from './misbehaviours.ts';

let service: FakeService;
let store: CachekitIOBackend;

beforeAll(async () => {
  service = await FakeService.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  store = backendOf(service);
  service.requests.length = 0;
});

const HOPELESS_KEYS = ['', '.', '..', 'health', 'ttl', 'lock', '\ud800', 'k'.repeat(401)];

describe('CachekitIOBackend', () => {
  it.each(HOPELESS_KEYS)('refuses the key %j before any request', async (key) => {
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
    for (const work of [
      () => store.get(key),
      () => store.getWithTtl(key),
      () => store.set(key, bytes(1)),
      () => store.delete(key),
      () => store.exists(key),
      () => store.getTTL(key),
      () => store.refreshTTL(key, 1),
      () => store.acquireLock(key, 1),
      () => store.releaseLock(key, 'id'),
    ]) {
      await expect(work()).rejects.toThrow(ConfigurationError);
    }
    expect(service.requests).toHaveLength(0);
  });

  it.each([
    [0.001, '1'],
    [1, '1'],
    [1.2, '2'],
    [59.0001, '60'],
    [2_592_000, '2592000'],
    [undefined, undefined],
  ])('a TTL of %s s is sent as %s (B16)', async (ttl, sent) => {
    await store.set('k', bytes(1), ttl);
    expect(service.last.headers['x-cachekit-ttl']).toBe(sent);
    expect(service.last.headers['x-ttl']).toBeUndefined();
  });

  it('sends its default where the caller names no TTL', async () => {
    const limited = backendOf(service, { defaultTtl: 7.5 });
    await limited.set('k', bytes(1));
    expect(service.last.headers['x-cachekit-ttl']).toBe('8');
    await limited.set('k', bytes(1), 9);
    expect(service.last.headers['x-cachekit-ttl']).toBe('9');
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_592_000.5, 2_592_001])(
    'refuses a TTL of %s s before any request',
    async (ttl) => {
      expect(() => store.validateTtl(ttl)).toThrow(ConfigurationError);
      await expect(store.set('k', bytes(1), ttl)).rejects.toThrow(ConfigurationError);
      await expect(store.refreshTTL('k', ttl)).rejects.toThrow(ConfigurationError);
      expect(service.requests).toHaveLength(0);
    },
  );

  it('B36, B37 always sends the delete, and calls nothing absent', async () => {
    expect(await store.delete('never there')).toBe(true);
    expect(service.requests.map(({ method }) => method)).toStrictEqual(['DELETE']);
    service.next(answer(404));
    const failure = await failureOf(store.delete('k'));
    expect(failure).toMatchObject({ code: 'ERR_BACKEND', classification: 'permanent' });
  });

  it('sends a window of a larger buffer alone', async () => {
    await store.set('k', bytes(9, 1, 2, 9).subarray(1, 3));
    expect(service.last.body).toStrictEqual(bytes(1, 2));
  });

  it('gives bytes of their own memory', async () => {
    await store.set('k', bytes(1, 2, 3));
    const found = await store.get('k');
    expect(found?.buffer.byteLength).toBe(3);
  });

  it('refuses a value above maxValueBytes before it is sent', async () => {
    const small = backendOf(service, { maxValueBytes: 10 });
    await expect(small.set('k', new Uint8Array(11))).rejects.toThrow(ValueTooLargeError);
    expect(service.requests).toHaveLength(0);
    await small.set('k', new Uint8Array(10));
    expect(await small.get('k')).toStrictEqual(new Uint8Array(10));
  });

  it('never takes part of a value, or anything but a 200, for one', async () => {
    for (const status of [201, 202, 203, 204, 206]) {
      service.next(answer(status, status === 204 ? '' : 'part'));
      expect(await failureOf(store.get('k'))).toMatchObject({ classification: 'permanent' });
    }
  });

  it('tells TTLs, none and no entry', async () => {
    await store.set('k', bytes(1), 90);
    expect(await store.getTTL('k')).toBe(90);
    await store.set('for ever', bytes(1));
    expect(await store.getTTL('for ever')).toBeNull();
    expect(await store.getTTL('absent')).toBeNull();
  });

  it.each([{ ttl: -1 }, { ttl: 1.5 }, { ttl: '60' }, { ttl: true }, {}, [], 'x', null, { TTL: 5 }])(
    'believes no malformed TTL: %j',
    async (body) => {
      service.next(answerJson(body));
      const failure = await failureOf(store.getTTL('k'));
      expect(failure).toBeInstanceOf(BackendError);
      expect(failure).toHaveProperty('classification', 'transient');
    },
  );

  it('refreshes TTLs, and asks whether there was one to refresh', async () => {
    await store.set('k', bytes(1), 10);
    expect(await store.refreshTTL('k', 1000)).toBe(true);
    expect(await store.getTTL('k')).toBe(1000);
    expect(await store.refreshTTL('absent', 1000)).toBe(false);
    service.next(answer(404));
    expect(await failureOf(store.refreshTTL('k', 5))).toMatchObject({
      classification: 'permanent',
    });
  });

  it('cannot revive what is past its life (API-56)', async () => {
    service.next(answerJson({ error: 'stale' }, 409));
    const failure = await failureOf(store.refreshTTL('k', 1000));
    expect(failure).toMatchObject({ classification: 'permanent' });
    expect(String(failure)).toContain('stored anew');
  });

  it('tells a healthy service from others, and why', async () => {
    expect(await store.health()).toMatchObject({ healthy: true, cacheEntries: expect.any(Number) });
    service.next(answerJson({ status: 'ok', cache_entries: 'many' }));
    expect(await store.health()).toStrictEqual({ healthy: true, latencyMs: expect.any(Number) });
    for (const [misbehaviour, code] of [
      [answerJson({ status: 'down' }), 'ERR_BACKEND'],
      [answer(200, 'not JSON'), 'ERR_BACKEND'],
      [answer(503), 'ERR_BACKEND'],
    ] as const) {
      service.next(misbehaviour);
      expect(await store.health()).toMatchObject({ healthy: false, error: { code } });
    }
  });

  it('rejects every operation once closed, and closes twice', async () => {
    await store.close();
    await store.close();
    for (const work of [
      () => store.getWithTtl('k'),
      () => store.getTTL('k'),
      () => store.refreshTTL('k', 1),
      () => store.acquireLock('k', 1),
      () => store.releaseLock('k', 'id'),
      () => store.health(),
    ]) {
      expect(await failureOf(work())).toMatchObject({ classification: 'permanent' });
    }
    expect(service.requests).toHaveLength(0);
  });
});

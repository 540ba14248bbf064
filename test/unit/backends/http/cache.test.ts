/** A cache over the service: what the service says of freshness, and how failures show. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../../../js/errors.ts';
import { createCache } from '../../../../js/node.ts';
import { captureLog } from '../../../helpers/captured-log.ts';
import { backendOf } from './backend-helpers.ts';
import { API_KEY, FakeService } from './fake-service.ts';
import { answer, answerJson } from './misbehaviours.ts';

const VALUE = { name: 'Ada' };
const log = captureLog();

let service: FakeService;
let stored: Uint8Array;

beforeAll(async () => {
  service = await FakeService.start();
  const backend = backendOf(service);
  await createCache({ backend }).set('user:42', VALUE, { ttl: 60 });
  stored = service.last.body;
});
afterAll(() => service.stop());
beforeEach(() => {
  service.requests.length = 0;
});

describe('a cache over the service', () => {
  it('reads again what it wrote, and then from L1', async () => {
    const cache = createCache({ backend: backendOf(service) });
    expect(await cache.get('user:42')).toStrictEqual(VALUE);
    expect(await cache.get('user:42')).toStrictEqual(VALUE);
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['stale', { 'X-CacheKit-Freshness': 'stale', 'X-CacheKit-Fresh-For': '60' }],
    ['strangely labelled', { 'X-CacheKit-Freshness': 'Fresh' }],
    ['at the end of its life', { 'X-CacheKit-Freshness': 'fresh', 'X-CacheKit-Fresh-For': '0' }],
    ['of an odd bound', { 'X-CacheKit-Fresh-For': '+60' }],
  ])('serves what is %s and keeps no copy (B15)', async (_, headers) => {
    const cache = createCache({ backend: backendOf(service) });
    for (const requests of [1, 2]) {
      service.next(answer(200, stored, headers));
      expect(await cache.get('user:42')).toStrictEqual(VALUE);
      expect(service.requests).toHaveLength(requests);
    }
  });

  it('serves what is stale at once, and makes it anew once behind the reader (API-57..63)', async () => {
    const backend = backendOf(service, { staleTtl: 100 });
    const cache = createCache({ backend, l1: { enabled: false } });
    const made = vi.fn(async () => 'new');
    const aged = answer(200, stored, { 'X-CacheKit-Freshness': 'stale' });
    service.next(aged);
    expect(await cache.getOrSet('user:42', made, { ttl: 7 })).toStrictEqual(VALUE);
    await vi.waitFor(() =>
      expect(service.requests.map(({ method }) => method)).toEqual([
        'GET',
        'POST',
        'PUT',
        'DELETE',
      ]),
    );
    const put = service.requests.find(({ method }) => method === 'PUT');
    expect(put?.headers).toMatchObject({ 'x-cachekit-ttl': '7', 'x-cachekit-stale-ttl': '100' });
    expect(await cache.getOrSet('user:42', made)).toBe('new');
    expect(made).toHaveBeenCalledOnce();
    const { hits, misses } = cache.stats();
    expect([hits.l2, misses]).toEqual([2, 0]);
  });

  it('works on without the service, and tells nobody its key', async () => {
    const cache = createCache({ backend: backendOf(service), l1: { enabled: false } });
    service.next(answerJson({ error: API_KEY }, 401), answerJson({ error: API_KEY }, 503));
    expect(await cache.get('user:42')).toBeNull();
    await cache.set('user:42', VALUE);
    expect(log.length).toBeGreaterThan(0);
    for (const line of log) expect(line).not.toContain(API_KEY);
  });

  it('refuses keys and TTLs of no use, with degradation, too', async () => {
    const cache = createCache({ backend: backendOf(service) });
    await expect(cache.get('health')).rejects.toThrow(ConfigurationError);
    await expect(cache.set('k', 1, { ttl: 2_592_001 })).rejects.toThrow(ConfigurationError);
    expect(service.requests).toHaveLength(0);
  });
});

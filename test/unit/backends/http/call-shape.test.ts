/** Every request as it goes over the wire, letter by letter (B61). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { backendOf, bytes, ownHeaders } from './backend-helpers.ts';
import { API_KEY, FakeService } from './fake-service.ts';
import { answerJson } from './misbehaviours.ts';

const EVERY_CALL = {
  authorization: `Bearer ${API_KEY}`,
  'x-cachekit-l1-status': 'disabled',
  'x-cachekit-session-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  'x-cachekit-session-start': expect.stringMatching(/^\d{13}$/),
};

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

function expectOnly(method: string, path: string, headers: object, body: string): void {
  expect(service.requests).toHaveLength(1);
  const { last } = service;
  expect([last.method, last.path]).toStrictEqual([method, path]);
  expect(ownHeaders(last)).toStrictEqual({ ...EVERY_CALL, ...headers });
  expect(Buffer.from(last.body).toString('latin1')).toBe(body);
}

describe('a request of the cache service', () => {
  it('get', async () => {
    expect(await store.get('ns:a:b')).toBeNull();
    expectOnly('GET', '/v1/cache/ns%3Aa%3Ab', {}, '');
  });

  it('getWithTtl is one request', async () => {
    expect(await store.getWithTtl('ns:a:b')).toBeNull();
    expectOnly('GET', '/v1/cache/ns%3Aa%3Ab', {}, '');
  });

  it('set', async () => {
    await store.set('ns:a:b', bytes(0, 255, 10), 60);
    expectOnly(
      'PUT',
      '/v1/cache/ns%3Aa%3Ab',
      { 'content-type': 'application/octet-stream', 'x-cachekit-ttl': '60' },
      '\x00\xff\n',
    );
    expect(service.last.headers['content-length']).toBe('3');
  });

  it('set of nothing', async () => {
    await store.set('empty', bytes(), 1);
    expect(service.last.headers['content-length']).toBe('0');
    expect(await store.get('empty')).toStrictEqual(bytes());
  });

  it('delete', async () => {
    await store.delete('ns:a:b');
    expectOnly('DELETE', '/v1/cache/ns%3Aa%3Ab', {}, '');
  });

  it('exists', async () => {
    await store.exists('ns:a:b');
    expectOnly('HEAD', '/v1/cache/ns%3Aa%3Ab', {}, '');
  });

  it('getTTL', async () => {
    await store.getTTL('ns:a:b');
    expectOnly('GET', '/v1/cache/ns%3Aa%3Ab/ttl', {}, '');
  });

  it('refreshTTL, and whether there is an entry', async () => {
    expect(await store.refreshTTL('ns:a:b', 59.5)).toBe(false);
    const [change, question] = service.requests.splice(0);
    expect([question?.method, question?.path]).toStrictEqual(['GET', '/v1/cache/ns%3Aa%3Ab/ttl']);
    service.requests.push(...(change === undefined ? [] : [change]));
    const headers = { 'content-type': 'application/json' };
    expectOnly('PATCH', '/v1/cache/ns%3Aa%3Ab/ttl', headers, '{"ttl":60}');
  });

  it('acquireLock', async () => {
    await store.acquireLock('ns:a:b', 1500);
    const headers = { 'content-type': 'application/json' };
    expectOnly('POST', '/v1/cache/ns%3Aa%3Ab/lock', headers, '{"timeout_ms":1500}');
  });

  it('acquireLock for its default of 5 s', async () => {
    await store.acquireLock('default-lock');
    expect(Buffer.from(service.last.body).toString()).toBe('{"timeout_ms":5000}');
  });

  it('releaseLock, the token in its header alone (B28)', async () => {
    await store.releaseLock('ns:a:b', 't0ken/+=');
    const headers = { 'x-cachekit-lock-id': 't0ken/+=' };
    expectOnly('DELETE', '/v1/cache/ns%3Aa%3Ab/lock', headers, '');
  });

  it('health', async () => {
    service.next(answerJson({ status: 'ok', cache_entries: 7, active_locks: 2 }));
    expect(await store.health()).toStrictEqual({
      healthy: true,
      latencyMs: expect.any(Number),
      cacheEntries: 7,
      activeLocks: 2,
    });
    expectOnly('GET', '/v1/cache/health', {}, '');
  });

  it('of a cache with an L1 tells its counters', async () => {
    const metrics = { l1Enabled: true, l1Hits: 1, l2Hits: 2, misses: 1 };
    await backendOf(service, { metricsProvider: () => metrics }).get('k');
    const told = {
      'x-cachekit-l1-status': 'miss',
      'x-cachekit-l1-hits': '1',
      'x-cachekit-l2-hits': '2',
      'x-cachekit-misses': '1',
      'x-cachekit-l1-hit-rate': '0.250',
    };
    expectOnly('GET', '/v1/cache/k', told, '');
  });

  it('keeps the path of apiUrl, without slashes at its end', async () => {
    service.next(answerJson({}, 404));
    await backendOf(service, { apiUrl: `${service.url}/proxy/x//` }).get('k');
    expect(service.last.path).toBe('/proxy/x/v1/cache/k');
  });

  it('says who asks, and is one session for all backends', async () => {
    await store.get('k');
    await backendOf(service).get('k');
    const [one, other] = service.requests;
    expect(one?.headers['user-agent']).toBe('sealcache');
    expect(other?.headers['x-cachekit-session-id']).toBe(one?.headers['x-cachekit-session-id']);
  });

  it('goes over one connection, also after misses and refusals', async () => {
    const before = service.connections;
    for (const status of [404, 500, 429, 401]) {
      service.next(answerJson({ error: 'no' }, status));
      await store.get('k').catch(() => null);
      await store.set('k', bytes(1));
      await store.get('k');
    }
    // HEAD is left out: Node's fetch ends the connection after each.
    expect(service.connections - before).toBeLessThanOrEqual(1);
  });
});

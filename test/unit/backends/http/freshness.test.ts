/** The two freshness headers, read strictly (PROTOCOL §10.4, B15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { freshnessOf } from '../../../../js/backends/http/freshness.ts';
import { backendOf, bytes } from './backend-helpers.ts';
import { FakeService } from './fake-service.ts';
import { answer } from './misbehaviours.ts';

const FRESH: readonly (readonly [string | null, boolean])[] = [
  [null, false],
  ['fresh', false],
  ['stale', true],
  ['Fresh', true],
  ['FRESH', true],
  ['STALE', true],
  ['', true],
  ['fresh\u00a0', true],
  ['fresh;x=1', true],
  ['fresh, stale', true],
  ['stale, fresh', true],
  ['fresh, fresh', true],
  ['revalidated', true],
];

const BOUNDS: readonly (readonly [string | null, number | undefined])[] = [
  [null, undefined],
  ['0', 0],
  ['1', 1],
  ['0000005', 5],
  ['2592000', 2_592_000],
  ['', 0],
  ['-1', 0],
  ['+5', 0],
  ['5.0', 0],
  ['1e3', 0],
  ['0x10', 0],
  ['1_0', 0],
  ['1 0', 0],
  ['\u00a05', 0],
  ['00000005', 0],
  ['2592001', 0],
  ['9999999', 0],
  ['4297559296', 0],
  ['18446744073712143616', 0],
  [`1${'0'.repeat(4300)}`, 0],
  ['\u00b2', 0],
  ['\u00d9\u00a1', 0],
  ['5, 5', 0],
  ['NaN', 0],
  ['Infinity', 0],
];

function headersOf(fields: Record<string, string | null>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

describe('freshness', () => {
  it.each(FRESH)('label %j: stale %s', (label, stale) => {
    expect(freshnessOf(headersOf({ 'X-CacheKit-Freshness': label })).stale).toBe(stale);
  });

  it.each(BOUNDS)('bound %j: %s s', (bound, seconds) => {
    const unlabelled = freshnessOf(headersOf({ 'X-CacheKit-Fresh-For': bound }));
    const fresh = { 'X-CacheKit-Freshness': 'fresh', 'X-CacheKit-Fresh-For': bound };
    expect(unlabelled.freshFor).toBe(seconds);
    expect(freshnessOf(headersOf(fresh)).freshFor).toBe(seconds);
  });

  it.each([null, '0', '60', 'x'])(
    'a stale entry has no bound but 0, whatever is said: %j',
    (bound) => {
      const fields = { 'X-CacheKit-Freshness': 'stale', 'X-CacheKit-Fresh-For': bound };
      expect(freshnessOf(headersOf(fields))).toStrictEqual({ stale: true, freshFor: 0 });
    },
  );
});

describe('getWithTtl', () => {
  let clock = 1_800_000_000_000;
  let service: FakeService;
  let store: CachekitIOBackend;

  beforeAll(async () => {
    service = await FakeService.start({ now: () => clock });
    store = backendOf(service);
  });
  afterAll(() => service.stop());

  it('tells how long the service calls an entry fresh', async () => {
    await store.set('k', bytes(1), 60);
    clock += 1_500;
    expect(await store.getWithTtl('k')).toStrictEqual({ bytes: bytes(1), remainingTtl: 58 });
    clock += 58_000;
    expect(await store.getWithTtl('k')).toStrictEqual({ bytes: bytes(1), remainingTtl: 0 });
    clock += 1_000;
    expect(await store.getWithTtl('k')).toBeNull();
  });

  it('leaves out what has no bound', async () => {
    await store.set('k', bytes(1));
    expect(await store.getWithTtl('k')).toStrictEqual({ bytes: bytes(1) });
  });

  it('gives a stale entry, marked, without life for a copy', async () => {
    service.next(
      answer(200, 'old', { 'X-CacheKit-Freshness': 'stale', 'X-CacheKit-Fresh-For': '9' }),
    );
    expect(await store.getWithTtl('k')).toStrictEqual({
      bytes: new TextEncoder().encode('old'),
      remainingTtl: 0,
      stale: true,
    });
    service.next(answer(200, 'old', { 'X-CacheKit-Freshness': 'stale' }));
    expect(await store.get('k')).toStrictEqual(new TextEncoder().encode('old'));
  });

  it.each([
    [60, 0, undefined],
    [60, 30, '30'],
    [60, 0.2, '1'],
    [2_591_000, 30_000, '1000'],
    [2_592_000, 30, undefined],
    [undefined, 30, undefined],
  ])(
    'a TTL of %s and a stale window of %s are stored with the window %s',
    async (ttl, staleTtl, sent) => {
      await backendOf(service, { staleTtl }).set('k', bytes(1), ttl);
      expect(service.last.headers['x-cachekit-stale-ttl']).toBe(sent);
    },
  );

  it('takes a label that came twice for stale', async () => {
    service.next((response) => {
      response.writeHead(
        200,
        [
          ['X-CacheKit-Freshness', 'fresh'],
          ['X-CacheKit-Freshness', 'fresh'],
        ].flat(),
      );
      response.end('x');
    });
    expect(await store.getWithTtl('k')).toMatchObject({ stale: true, remainingTtl: 0 });
  });

  it('exists asks for no freshness', async () => {
    service.next(answer(200, '', { 'X-CacheKit-Freshness': 'stale' }));
    expect(await store.exists('k')).toBe(true);
  });
});

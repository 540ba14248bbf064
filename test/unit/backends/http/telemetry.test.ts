/** What the service is told of L1 (PROTOCOL §10.1, §10.6). */
import { describe, expect, it } from 'vitest';
import { type L1Metrics, l1Headers } from '../../../../js/backends/http/telemetry.ts';
import { unhandledRejections } from '../../../helpers/unhandled-rejections.ts';

const DISABLED = { 'X-CacheKit-L1-Status': 'disabled' };
const METRICS = { l1Enabled: true, l1Hits: 2, l2Hits: 1, misses: 3 };

/** Past the types, as a caller in JavaScript may. */
function headersFor(provider: () => unknown): unknown {
  return Reflect.apply(l1Headers, undefined, [provider]);
}

describe('the headers on L1', () => {
  it('say disabled where there is nothing to tell', () => {
    expect(l1Headers(undefined)).toStrictEqual(DISABLED);
    for (const metrics of [null, undefined, {}, 5, { ...METRICS, l1Enabled: false }]) {
      expect(headersFor(() => metrics)).toStrictEqual(DISABLED);
    }
  });

  it('count', () => {
    expect(l1Headers(() => METRICS)).toStrictEqual({
      'X-CacheKit-L1-Status': 'miss',
      'X-CacheKit-L1-Hits': '2',
      'X-CacheKit-L2-Hits': '1',
      'X-CacheKit-Misses': '3',
      'X-CacheKit-L1-Hit-Rate': '0.333',
    });
  });

  it('have a rate before the first read', () => {
    const none: L1Metrics = { l1Enabled: true, l1Hits: 0, l2Hits: 0, misses: 0 };
    expect(l1Headers(() => none)).toMatchObject({ 'X-CacheKit-L1-Hit-Rate': '0.000' });
  });

  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '3', undefined, 2 ** 53])(
    'leave out counters that are none: %s',
    (misses) => {
      expect(headersFor(() => ({ ...METRICS, misses }))).toStrictEqual({
        'X-CacheKit-L1-Status': 'miss',
      });
    },
  );

  it('survive a provider that throws, at once or later (B51)', async () => {
    const unhandled = await unhandledRejections(() => {
      const failing = [
        (): never => {
          throw new Error('provider');
        },
        async (): Promise<never> => {
          throw new Error('provider');
        },
      ];
      for (const provider of failing) expect(headersFor(provider)).toStrictEqual(DISABLED);
    });
    expect(unhandled).toStrictEqual([]);
  });
});

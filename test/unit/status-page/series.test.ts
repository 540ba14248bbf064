/** What the status page makes of the service's counts. */
import { expect, test } from 'vitest';
import { short } from '../../../js/status-page/charts.ts';
import { hitRatio, lastHour, quantile, total } from '../../../js/status-page/series.ts';
import { showValue } from '../../../js/status-page/show-value.ts';
import type { Minute, Status } from '../../../js/status-page/status.ts';

const BOUNDS = [1, 10, 100];

function minute(at: number, counts: Partial<Minute> = {}): Minute {
  const none = { hits: 0, misses: 0, puts: 0, bytesIn: 0, bytesOut: 0, latency: [0, 0, 0, 0] };
  return { minute: at, ...none, ...counts };
}

function status(now: number, minutes: readonly Minute[]): Status {
  return { now, minutes, entries: 0, locks: 0, latencyBounds: BOUNDS, recent: [] };
}

test('the last hour has sixty minutes, gaps included, the running one last', () => {
  const hour = lastHour(status(100, [minute(40), minute(41), minute(100)]));
  expect(hour).toHaveLength(60);
  expect([hour[0]?.minute, hour[1], hour[59]?.minute]).toEqual([41, null, 100]);
});

test('the hit ratio is of reads, and there is none without', () => {
  expect(hitRatio([minute(1, { hits: 3, misses: 1 }), null])).toBe(75);
  expect(hitRatio([minute(1, { puts: 5 }), null])).toBeNull();
  expect(total([minute(1, { puts: 5 }), null, minute(2, { puts: 2 })], 'puts')).toBe(7);
});

test('a quantile is the bound that so many reads stayed below', () => {
  const counts = [
    minute(1, { latency: [50, 40, 0, 0] }),
    null,
    minute(2, { latency: [0, 5, 4, 1] }),
  ];
  expect(quantile(counts, BOUNDS, 0.5)).toBe(1);
  expect(quantile(counts, BOUNDS, 0.95)).toBe(10);
  expect(quantile(counts, BOUNDS, 0.96)).toBe(100);
  expect(quantile(counts, BOUNDS, 1)).toBe(200);
  expect(quantile([null], BOUNDS, 0.5)).toBeNull();
});

test('numbers are short', () => {
  expect([0, 7, 999, 1000, 1234, 5_600_000, 2e9].map(short)).toEqual([
    '0',
    '7',
    '999',
    '1k',
    '1.23k',
    '5.6M',
    '2G',
  ]);
});

test('values that JSON does not have are shown', () => {
  const value = {
    at: new Date(0),
    big: 12n,
    bytes: Uint8Array.of(1, 255),
    map: new Map([['k', 1]]),
  };
  expect(JSON.parse(showValue(value))).toEqual({
    at: 'Date 1970-01-01T00:00:00.000Z',
    big: '12n',
    bytes: '2 bytes 01ff',
    map: { Map: [['k', 1]] },
  });
  expect(showValue(undefined)).toBe('undefined');
  expect(showValue(new Uint8Array(65))).toContain('…');
});

/** What a cache tells: to metrics, to listeners and in log lines, and what it leaves alone. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Observer } from '../../../js/cache/observer.ts';
import { BackendError, TimeoutError } from '../../../js/errors.ts';
import { CacheEventEmitter } from '../../../js/events/events.ts';
import { RateLimited } from '../../../js/log/rate-limited.ts';
import type { MetricsSink } from '../../../js/metrics/sink.ts';
import { captureLog } from '../../helpers/captured-log.ts';

const lines = captureLog();

/** A sink that keeps what it is told. */
function recordingSink(timed: boolean) {
  const told: unknown[][] = [];
  const keep =
    (name: string) =>
    (...details: unknown[]) =>
      void told.push([name, ...details]);
  const sink: MetricsSink = {
    timed,
    operation: keep('operation'),
    hit: keep('hit'),
    miss: keep('miss'),
    error: keep('error'),
    l1: keep('l1'),
    breaker: keep('breaker'),
    close: keep('close'),
  };
  return { told, sink };
}

let time = 5_000;
beforeEach(() => {
  time = 5_000;
});
const now = vi.fn(() => time);

function open(timed = false) {
  const { told, sink } = recordingSink(timed);
  const events = new CacheEventEmitter();
  const digest = vi.fn(() => 'digest');
  const observer = new Observer(sink, events, new RateLimited(60_000, () => time), digest, now);
  return { told, events, digest, observer };
}

describe('what a cache tells', () => {
  test('hits and misses go to metrics and listeners', () => {
    const { told, events, observer } = open();
    const heard: unknown[] = [];
    events.on('hit', (event) => heard.push(event));
    events.on('miss', (event) => heard.push(event));
    observer.hit('k', 'l2');
    observer.miss('k');
    expect(told).toEqual([['hit', 'l2'], ['miss']]);
    expect(heard).toEqual([{ key: 'k', layer: 'l2' }, { key: 'k' }]);
  });

  test('what was done, evicted and invalidated goes to listeners', () => {
    const { told, events, observer } = open();
    const heard: unknown[] = [];
    for (const name of ['set', 'delete', 'refresh', 'evict', 'invalidate'] as const) {
      events.on(name, (event) => heard.push([name, event]));
    }
    observer.done('set', 'a');
    observer.done('delete', 'b');
    observer.done('refresh', 'c');
    observer.evicted('d', 'capacity');
    observer.invalidated('params', { key: 'e' });
    expect(heard).toEqual([
      ['set', { key: 'a' }],
      ['delete', { key: 'b' }],
      ['refresh', { key: 'c' }],
      ['evict', { key: 'd', reason: 'capacity' }],
      ['invalidate', { level: 'params', key: 'e' }],
    ]);
    expect(told).toEqual([]);
  });

  test('where nobody listens no event is made', () => {
    const { events, observer } = open();
    const emitted = vi.spyOn(events, 'emit');
    observer.hit('k', 'l1');
    observer.miss('k');
    observer.done('set', 'k');
    observer.evicted('k', 'expired');
    observer.invalidated('global', {});
    observer.failed('get', 'k', new Error('x'), 'so what');
    observer.channelFailed('publish', 'event_forged', new Error('x'), 'ignored');
    expect(emitted).not.toHaveBeenCalled();
  });

  test('durations are seconds, where a metric looks at them', () => {
    const { told, observer } = open(true);
    const started = observer.started();
    time += 1_500;
    observer.succeeded('get', started);
    expect(told).toEqual([['operation', 'get', 'success', 1.5]]);
  });

  test('where none does the clock is left alone', () => {
    const { told, observer } = open(false);
    now.mockClear();
    const started = observer.started();
    time += 1_500;
    observer.succeeded('get', started);
    expect(started).toBe(0);
    expect(told).toEqual([['operation', 'get', 'success', 0]]);
    expect(now).not.toHaveBeenCalled();
  });

  test('a failure is counted, told, and logged by digest with its consequence', () => {
    const { told, events, observer } = open();
    const heard: unknown[] = [];
    events.on('error', (event) => heard.push(event));
    const error = new TimeoutError('no answer from secret-host');
    observer.failed('get', 'secret-key', error, 'treated as a miss');
    expect(told).toEqual([
      ['operation', 'get', 'error', 0],
      ['error', 'ERR_TIMEOUT'],
    ]);
    expect(heard).toEqual([{ key: 'secret-key', operation: 'get', error }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('get failed (ERR_TIMEOUT) for key digest: treated as a miss');
    expect(lines[0]).not.toContain('secret');
  });

  test('one line a minute for each operation and kind of failure', () => {
    const { digest, observer } = open();
    for (let i = 0; i < 3; i++) observer.failed('get', 'k', new BackendError('down'), 'a miss');
    observer.failed('set', 'k', new BackendError('down'), 'not stored');
    observer.failed('get', 'k', new TimeoutError('late'), 'a miss');
    expect(lines).toHaveLength(3);
    expect(digest).toHaveBeenCalledTimes(3);
    time += 60_000;
    observer.failed('get', 'k', new BackendError('down'), 'a miss');
    expect(lines.at(-1)).toContain('2 more');
  });

  test('a failure between processes names its type and no key', () => {
    const { told, events, observer } = open();
    const heard: unknown[] = [];
    events.on('error', (event) => heard.push(event));
    const error = new Error('forged');
    for (let i = 0; i < 2; i++) observer.channelFailed('receive', 'event_forged', error, 'ignored');
    observer.channelFailed('receive', 'event_stale', error, 'ignored');
    expect(told.slice(0, 2)).toEqual([
      ['operation', 'receive', 'error', 0],
      ['error', 'event_forged'],
    ]);
    expect(heard[0]).toEqual({ operation: 'receive', error });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('receive failed (event_forged): ignored');
  });
});

import { expect, it } from 'vitest';
import { Counters } from '../../../js/metrics/counters.ts';
import { FanOut } from '../../../js/metrics/fan-out.ts';
import { NoopMetrics } from '../../../js/metrics/noop.ts';
import type { MetricsSink } from '../../../js/metrics/sink.ts';

function everyFact(sink: MetricsSink): unknown[] {
  return [
    sink.operation('get', 'success', 0.1),
    sink.operation('get', 'success', 0.1),
    sink.operation('get', 'error', 0.1),
    sink.operation('__proto__', 'error', 0),
    sink.hit('l1'),
    sink.hit('l1'),
    sink.hit('l2'),
    sink.miss(),
    sink.error('timeout'),
    sink.error('timeout'),
    sink.l1(7, 4096),
    sink.breaker('half-open'),
  ];
}

const expected = {
  hits: { l1: 2, l2: 1 },
  misses: 1,
  errors: { timeout: 2 },
  operations: { get: { success: 2, error: 1 }, ['__proto__']: { success: 0, error: 1 } },
  l1: { entries: 7, bytes: 4096 },
  breaker: 'half-open',
};

it('counters hold every fact', () => {
  const counters = new Counters();
  expect(counters.snapshot()).toEqual({
    hits: { l1: 0, l2: 0 },
    misses: 0,
    errors: {},
    operations: {},
    l1: { entries: 0, bytes: 0 },
    breaker: 'closed',
  });
  everyFact(counters);
  expect(counters.snapshot()).toEqual(expected);
});

it('a snapshot does not change afterwards', () => {
  const counters = new Counters();
  everyFact(counters);
  const before = counters.snapshot();
  everyFact(counters);
  expect(before).toEqual(expected);
  expect(counters.snapshot().operations['get']).toEqual({ success: 4, error: 2 });
});

it('closing empties L1 and keeps the counts', () => {
  const counters = new Counters();
  everyFact(counters);
  counters.close();
  expect(counters.snapshot()).toEqual({ ...expected, l1: { entries: 0, bytes: 0 } });
});

it('a fan-out tells both sinks every fact', () => {
  const first = new Counters();
  const second = new Counters();
  const both = new FanOut(first, second);
  everyFact(both);
  expect(first.snapshot()).toEqual(expected);
  expect(second.snapshot()).toEqual(expected);
  both.close();
  expect(first.snapshot().l1.entries).toBe(0);
  expect(second.snapshot().l1.entries).toBe(0);
});

it('A16: facts cost no clock where nobody times, and never a promise', () => {
  const off = new FanOut(new Counters(), new NoopMetrics());
  expect(off.timed).toBe(false);
  expect(everyFact(off)).toEqual(new Array(12).fill(undefined));
});

it('durations are taken as soon as one sink of a fan-out looks at them', () => {
  const timing = Object.defineProperty(new NoopMetrics(), 'timed', { value: true });
  expect(new FanOut(new Counters(), timing).timed).toBe(true);
  expect(new FanOut(timing, new Counters()).timed).toBe(true);
});

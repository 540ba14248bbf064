import { expect, test } from 'vitest';
import { REPLAY_WINDOW_MS, ReplayWindow } from '../../../js/invalidation/replay-window.ts';
import { ManualClock } from '../../suites/engine/make-cache.ts';

const eventOf = (timestamp: number, sequence: number, source = 'a'.repeat(32)) =>
  ({ level: 'global', timestamp, sequence, source }) as const;

test('takes an event once; a sender and a number make one', () => {
  const { now, time } = new ManualClock();
  const window = new ReplayWindow(now);
  expect(window.admit(eventOf(time, 1))).toBe('fresh');
  expect(window.admit(eventOf(time, 1))).toBe('repeated');
  expect(window.admit(eventOf(time - 5, 2))).toBe('fresh');
  expect(window.admit(eventOf(time, 1, 'b'.repeat(32)))).toBe('fresh');
});

test('takes what is up to a minute old or ahead', () => {
  const { now, time } = new ManualClock();
  const window = new ReplayWindow(now);
  const ages = [-REPLAY_WINDOW_MS - 1, -REPLAY_WINDOW_MS, REPLAY_WINDOW_MS, REPLAY_WINDOW_MS + 1];
  const outcomes = ages.map((age, sequence) => window.admit(eventOf(time - age, sequence)));
  expect(outcomes).toEqual(['stale', 'fresh', 'fresh', 'stale']);
});

test('remembers an event from ahead for as long as its age would pass', () => {
  const clock = new ManualClock();
  const window = new ReplayWindow(clock.now);
  const ahead = eventOf(clock.time + REPLAY_WINDOW_MS, 1);
  expect(window.admit(ahead)).toBe('fresh');
  clock.advance(2 * REPLAY_WINDOW_MS);
  expect(window.admit(ahead)).toBe('repeated');
  clock.advance(1);
  expect(window.admit(ahead)).toBe('stale');
});

test('forgets what the age alone refuses', () => {
  const clock = new ManualClock();
  const window = new ReplayWindow(clock.now);
  for (let n = 0; n < 100; n += 1) window.admit(eventOf(clock.time, n));
  clock.advance(REPLAY_WINDOW_MS + 1);
  window.admit(eventOf(clock.time, 100));
  expect(window.size).toBe(1);
});

test('is bounded, and what it had to forget cannot come again', () => {
  const clock = new ManualClock();
  const window = new ReplayWindow(clock.now, 10);
  const events = Array.from({ length: 1000 }, (_, n) => eventOf(clock.time + n, n));
  for (const event of events) {
    expect(window.admit(event)).toBe('fresh');
    expect(window.size).toBeLessThanOrEqual(11);
  }
  for (const event of events) expect(window.admit(event)).not.toBe('fresh');
});

test('what it had to forget of one sender, its clock ahead, silences no other', () => {
  const clock = new ManualClock();
  const window = new ReplayWindow(clock.now, 10);
  const ahead = Array.from({ length: 100 }, (_, n) => eventOf(clock.time + 20_000, n));
  for (const event of ahead) expect(window.admit(event)).toBe('fresh');
  expect(window.admit(eventOf(clock.time, 1, 'b'.repeat(32)))).toBe('fresh');
  for (const event of ahead) expect(window.admit(event)).not.toBe('fresh');
});

test('is bounded for any number of senders, and what it had to forget cannot come again', () => {
  const clock = new ManualClock();
  const window = new ReplayWindow(clock.now, 10);
  const sources = Array.from({ length: 100 }, (_, n) => n.toString(16).padStart(32, '0'));
  const events = sources.map((source, n) => eventOf(clock.time + n, 0, source));
  for (const event of events) {
    expect(window.admit(event)).toBe('fresh');
    expect(window.size).toBeLessThanOrEqual(20);
  }
  for (const event of events) expect(window.admit(event)).not.toBe('fresh');
  clock.advance(2 * REPLAY_WINDOW_MS);
  expect(window.admit(eventOf(clock.time, 1))).toBe('fresh');
  expect(window.size).toBe(1);
});

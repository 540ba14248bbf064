/** Who shares work under way, for how long, and who begins anew (PITFALLS A5, A6; B25). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Flights } from '../../../js/cache/flights.ts';

const LIFETIME = 1_000;

describe('flights', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  const open = (now: () => number = Date.now) => {
    const flights = new Flights<string>(LIFETIME, now, (outcome) => `copy of ${outcome}`);
    const begun: PromiseWithResolvers<string>[] = [];
    const start = () => {
      const flight = Promise.withResolvers<string>();
      begun.push(flight);
      return flight.promise;
    };
    return { flights, begun, start, join: (key = 'k') => flights.join(key, start) };
  };

  test('callers of one key share its work, the others with copies; another key has its own', async () => {
    const { begun, join } = open();
    const callers = [join(), join(), join('other'), join()];
    expect(begun).toHaveLength(2);
    begun[0]?.resolve('one');
    begun[1]?.resolve('two');
    expect(await Promise.all(callers)).toEqual(['one', 'copy of one', 'two', 'copy of one']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('where nobody says how to copy, all get the same', async () => {
    const value = {};
    const flights = new Flights<object>(LIFETIME, Date.now);
    const start = async () => value;
    const [first, second] = await Promise.all([flights.join('k', start), flights.join('k', start)]);
    expect(first).toBe(value);
    expect(second).toBe(value);
  });

  test.each(['succeeded', 'failed'])('work that %s is not joined again', async (how) => {
    const { begun, join } = open();
    const callers = Promise.allSettled([join(), join()]);
    if (how === 'failed') begun[0]?.reject(new RangeError('origin'));
    else begun[0]?.resolve('one');
    const states = (await callers).map(({ status }) => status);
    expect(new Set(states)).toEqual(new Set([how === 'failed' ? 'rejected' : 'fulfilled']));
    void join();
    expect(begun).toHaveLength(2);
  });

  test.each(['forget', 'forgetAll'] as const)(
    'after %s the next caller begins anew, and the end of the older work leaves it alone',
    async (verb) => {
      const { flights, begun, join } = open();
      const before = join();
      flights[verb]('k');
      const after = join();
      expect(begun).toHaveLength(2);
      begun[0]?.resolve('old');
      expect(await before).toBe('old');
      const joined = join();
      expect(begun).toHaveLength(2);
      begun[1]?.resolve('new');
      expect([await after, await joined]).toEqual(['new', 'copy of new']);
    },
  );

  test('to forget a key concerns no other', () => {
    const { flights, begun, join } = open();
    void join();
    flights.forget('other');
    void join();
    expect(begun).toHaveLength(1);
  });

  test('at the end of its lifetime, not before, work is given up and begun anew', async () => {
    const { begun, join } = open();
    void join();
    await vi.advanceTimersByTimeAsync(LIFETIME / 2);
    const waiting = join();
    await vi.advanceTimersByTimeAsync(LIFETIME / 2 - 1);
    expect(begun).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toHaveLength(2);
    begun[1]?.resolve('second');
    expect(await waiting).toBe('second');
  });

  test('who comes at that moment begins anew, though no timer has fired yet', () => {
    let time = 0;
    const { begun, join } = open(() => time);
    void join();
    time = LIFETIME - 1;
    void join();
    expect(begun).toHaveLength(1);
    time = LIFETIME;
    void join();
    expect(begun).toHaveLength(2);
  });

  test('a clock set back makes nobody wait for longer than a lifetime', async () => {
    let time = 1e9;
    const { begun, join } = open(() => time);
    void join();
    time = 0;
    void join();
    await vi.advanceTimersByTimeAsync(LIFETIME);
    expect(begun).toHaveLength(2);
  });

  test('work given up does not end its successor', async () => {
    const { begun, join } = open();
    void join();
    void join();
    await vi.advanceTimersByTimeAsync(LIFETIME);
    begun[0]?.resolve('late');
    await vi.advanceTimersByTimeAsync(0);
    void join();
    expect(begun).toHaveLength(2);
  });

  test('nothing begins anew for who waits no more', async () => {
    const { flights, begun, start, join } = open();
    void join();
    void flights.join('k', start, () => false);
    await vi.advanceTimersByTimeAsync(LIFETIME);
    expect(begun).toHaveLength(1);
  });
});

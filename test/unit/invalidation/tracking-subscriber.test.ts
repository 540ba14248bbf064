/** The heartbeat of a tracking connection. What Redis says is in the integration tests. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TrackingClient } from '../../../js/invalidation/tracking-client.ts';
import { TrackingSubscriber } from '../../../js/invalidation/tracking-subscriber.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers everything, but a PING only while it is alive. */
function connection() {
  const pings = { sent: 0, alive: true, answered: Promise.resolve() };
  const told: unknown[] = [];
  let begun = false;
  const client: TrackingClient = {
    on: () => {},
    connect: async () => {},
    subscribe: async () => {},
    destroy: () => {},
    async sendCommand([name, ...args]) {
      if (name === 'PING') {
        pings.sent++;
        await pings.answered;
        if (!pings.alive) throw new Error('gone');
      }
      if (args[2] !== 'BCAST' || begun) return 'OK';
      begun = true;
      throw new Error("ERR You can't switch BCAST mode on/off");
    },
  };
  const keys = {
    keyPrefix: '',
    changed: (key: string | null) => told.push(key),
    tracked: (peek: unknown) => told.push(peek === null ? 'untracked' : 'tracked'),
  };
  const subscriber = new TrackingSubscriber(client, keys, 1000);
  const listening = subscriber.listen(
    'c',
    () => {},
    () => told.push('lost'),
  );
  return { subscriber, listening, pings, told };
}

test('asks every five seconds until it is closed, and then leaves no timer', async () => {
  const { subscriber, listening, pings, told } = connection();
  await listening;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(pings.sent).toBe(3);
  subscriber.close();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(pings.sent).toBe(3);
  expect(told).toEqual(['tracked', 'untracked']);
});

test('a connection that ends is told once', async () => {
  const { listening, pings, told } = connection();
  await listening;
  pings.alive = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual(['tracked', 'untracked', null, 'lost']);
  expect(pings.sent).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['answers', 'fails'])(
  'what is closed while it is asked, and %s, is left alone',
  async (how) => {
    const { subscriber, listening, pings, told } = connection();
    await listening;
    const { promise, resolve } = Promise.withResolvers<void>();
    pings.answered = promise;
    await vi.advanceTimersByTimeAsync(5000);
    subscriber.close();
    pings.alive = how === 'answers';
    resolve();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(pings.sent).toBe(1);
    expect(told).toEqual(['tracked', 'untracked']);
  },
);

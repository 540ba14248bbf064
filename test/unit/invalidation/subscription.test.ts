import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InvalidationTransport, KeyWatch } from '../../../js/invalidation/channel.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import { Subscription } from '../../../js/invalidation/subscription.ts';
import { captureLog } from '../../helpers/captured-log.ts';

const lines = captureLog();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function subscribed(transport: InvalidationTransport) {
  const told: string[] = [];
  const subscription = new Subscription({
    transport,
    receive: () => told.push('event'),
    started: () => told.push('started'),
    failed: () => told.push('failed'),
    keys: {
      keyPrefix: 'p:',
      changed: (key) => told.push(`changed ${key}`),
      tracked: (peek) => told.push(`tracked ${peek}`),
    },
  });
  return { subscription, told };
}

test('asks again after 1, 2, 4 … 30 seconds until the transport takes it', async () => {
  const waits: number[] = [];
  let last = Date.now();
  const { subscription, told } = subscribed({
    publish: async () => {},
    async subscribe() {
      waits.push((Date.now() - last) / 1000);
      last = Date.now();
      if (waits.length < 8) throw new Error('down');
      return async () => {};
    },
  });
  await subscription.start();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
  expect(told).toEqual([...Array(7).fill('failed'), 'started']);
});

test('stops asking when it is closed', async () => {
  const subscribe = vi.fn().mockRejectedValue(new Error('down'));
  const { subscription } = subscribed({ publish: async () => {}, subscribe });
  await subscription.start();
  await subscription.close();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(subscribe).toHaveBeenCalledTimes(1);
});

test('ends what a slow transport began after the close', async () => {
  const end = vi.fn(async () => {});
  const { promise, resolve } = Promise.withResolvers<() => Promise<void>>();
  const { subscription, told } = subscribed({ publish: async () => {}, subscribe: () => promise });
  const starting = subscription.start();
  await subscription.close();
  resolve(end);
  await starting;
  expect(end).toHaveBeenCalledTimes(1);
  expect(told).toEqual([]);
});

test('hears nothing after the close, and rejects with what the transport does', async () => {
  let publish = (_: Uint8Array): void => {};
  const { subscription, told } = subscribed({
    publish: async () => {},
    async subscribe(listener) {
      publish = listener;
      return () => Promise.reject(new Error('stuck'));
    },
  });
  await subscription.start();
  publish(new Uint8Array(1));
  await expect(subscription.close()).rejects.toThrow('stuck');
  publish(new Uint8Array(1));
  expect(told).toEqual(['started', 'event']);
});

test('the local transport gives each listener a copy and contains its failure', async () => {
  const transport = new LocalInvalidationTransport();
  const seen: Uint8Array[] = [];
  await transport.subscribe((bytes) => {
    bytes.fill(0);
    throw new Error('mine');
  });
  const end = await transport.subscribe((bytes) => seen.push(bytes));
  const sent = Uint8Array.of(1, 2);
  await transport.publish(sent);
  expect(sent).toEqual(Uint8Array.of(1, 2));
  await end();
  await transport.publish(sent);
  await Promise.resolve();
  expect(seen).toEqual([Uint8Array.of(1, 2)]);
  expect(lines).toHaveLength(2);
});

test('a gap in the connection counts as a new beginning, until it is closed', async () => {
  let restored: (() => void) | undefined;
  const { subscription, told } = subscribed({
    publish: async () => {},
    async subscribe(_listener, again) {
      restored = again;
      return async () => {};
    },
  });
  await subscription.start();
  restored?.();
  expect(told).toEqual(['started', 'started']);
  await subscription.close();
  restored?.();
  expect(told).toHaveLength(2);
});

test('tells of changed keys below the prefix of the cache, until it is closed', async () => {
  let keys: KeyWatch | undefined;
  const { subscription, told } = subscribed({
    publish: async () => {},
    async subscribe(_listener, _restored, watch) {
      keys = watch;
      return async () => {};
    },
  });
  await subscription.start();
  expect(keys?.keyPrefix).toBe('p:');
  keys?.changed('a');
  keys?.changed(null);
  keys?.tracked(null);
  expect(told).toEqual(['started', 'changed a', 'changed null', 'tracked null']);
  await subscription.close();
  keys?.changed('b');
  expect(told).toHaveLength(4);
});

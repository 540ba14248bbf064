/** Invalidation over a transport, on every core. */
import { describe, expect, test, vi } from 'vitest';
import type { CacheOptions, SecureCache } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import type { InvalidationTransport } from '../../../js/invalidation/channel.ts';
import { deserializeEvent, serializeEvent } from '../../../js/invalidation/event-codec.ts';
import { createInvalidationEvent } from '../../../js/invalidation/event-source.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const KEY = 'user:42';

/** Keeps what was published, and publishes what nobody did. */
class TappedTransport extends LocalInvalidationTransport {
  readonly sent: Uint8Array[] = [];

  override async publish(bytes: Uint8Array): Promise<void> {
    this.sent.push(bytes.slice());
    await super.publish(bytes);
  }

  async inject(bytes: Uint8Array): Promise<void> {
    await super.publish(bytes);
    await settled();
  }
}

/** WebCrypto ends in a task of its own. */
async function settled(): Promise<void> {
  // The WebAssembly core may have to be compiled first, on a machine that is busy.
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
}

function lastOf(transport: TappedTransport): Uint8Array {
  const bytes = transport.sent.at(-1);
  if (bytes === undefined) throw new Error('nothing was published');
  return bytes;
}

const received = (cache: SecureCache) => cache.stats().operations['invalidation_receive'];

export function invalidationSuite(name: string, makeCache: MakeCache): void {
  const lines = captureLog();

  /** A fleet of two: their own L1, one store. */
  async function pair(options: Partial<CacheOptions>, peerOptions = options) {
    const transport = new TappedTransport();
    const backend = new MemoryBackend();
    const clock = new ManualClock();
    const open = (more: Partial<CacheOptions>) =>
      makeCache({ backend, invalidation: { transport }, ...more }, clock);
    const [own, peer] = [open(options), open(peerOptions)];
    await settled();
    return { transport, backend, clock, own, peer, open };
  }

  /** Whether the value that a cache answers with is its own L1's. */
  async function inL1(cache: SecureCache, key = KEY): Promise<boolean> {
    const before = cache.stats().hits.l1;
    await cache.get(key);
    return cache.stats().hits.l1 > before;
  }

  async function bothHold(own: SecureCache, peer: SecureCache): Promise<void> {
    await own.set(KEY, 'old');
    await peer.get(KEY);
    expect(await inL1(peer)).toBe(true);
  }

  const encryption = { masterKey: generateKey() };

  describe.each<[string, Partial<CacheOptions>]>([
    ['encrypted', { encryption }],
    ['plaintext', {}],
  ])(`${name}, %s caches on one transport`, (_, options) => {
    test('A19: invalidating one key reaches the L1 of a peer', async () => {
      const { own, peer } = await pair(options);
      await bothHold(own, peer);
      await own.invalidate('params', { key: KEY });
      await settled();
      expect(await peer.get(KEY)).toBeNull();
      expect(received(peer)).toEqual({ success: 1, error: 0 });
    });

    test.each<['namespace' | 'global', object]>([
      ['namespace', { namespace: 'user:42' }],
      ['global', {}],
    ])('%s reaches a peer, which asks the store again', async (level, details) => {
      const { own, peer } = await pair(options);
      await bothHold(own, peer);
      await own.set('other', 1, { namespace: 'other' });
      await peer.set('other', 1, { namespace: 'other' });
      const told: unknown[] = [];
      peer.on('invalidate', (event) => told.push(event));
      await own.invalidate(level, details);
      await settled();
      expect(told).toEqual([{ level, ...details }]);
      expect(await inL1(peer, 'other')).toBe(level === 'namespace');
      expect(await inL1(peer)).toBe(false);
      expect(await peer.get(KEY)).toBe('old');
    });

    test('ignores its own events', async () => {
      const { own, peer } = await pair(options);
      await bothHold(own, peer);
      await own.invalidate('namespace', { namespace: 'elsewhere' });
      await settled();
      expect(received(own)).toBeUndefined();
      expect(received(peer)).toEqual({ success: 1, error: 0 });
    });

    test('a read under way when a peer invalidates is not kept', async () => {
      const { own, peer, backend } = await pair(options);
      await own.set(KEY, 'old');
      const genuine = backend.get.bind(backend);
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      vi.spyOn(backend, 'get').mockImplementationOnce(async (key) => {
        const value = await genuine(key);
        await held;
        return value;
      });
      const reading = peer.get(KEY);
      await settled();
      await own.invalidate('params', { key: KEY });
      await settled();
      release();
      expect(await reading).toBe('old');
      expect(await peer.get(KEY)).toBeNull();
    });

    test('takes an event once', async () => {
      const { own, peer, transport } = await pair(options);
      await own.invalidate('global');
      await vi.waitFor(() => expect(received(peer)?.success).toBe(1));
      await bothHold(own, peer);
      await transport.inject(lastOf(transport));
      await vi.waitFor(() => expect(received(peer)).toEqual({ success: 1, error: 1 }));
      expect(await inL1(peer)).toBe(true);
      expect(peer.stats().errors).toEqual({ event_repeated: 1 });
    });

    test('takes no event that is older, or further ahead, than a minute', async () => {
      const { own, peer, transport, clock, open } = await pair(options);
      await own.invalidate('global');
      const recorded = lastOf(transport);
      await settled();
      // A cache that never saw it: only the age can refuse.
      const late = open(options);
      await settled();
      await bothHold(own, late);
      for (const time of [60_001, -60_001]) {
        clock.advance(time);
        await transport.inject(recorded);
        clock.advance(-time);
      }
      expect(await inL1(late)).toBe(true);
      expect(late.stats().errors).toEqual({ event_stale: 2 });
      await transport.inject(recorded);
      expect(await inL1(late)).toBe(false);
      expect(await inL1(peer)).toBe(false);
    });

    test('B48: counts malformed events, tells listeners and logs one line a minute', async () => {
      const { own, peer, transport, clock } = await pair(options);
      await bothHold(own, peer);
      const told: unknown[] = [];
      peer.on('error', ({ operation, key }) => told.push([operation, key]));
      for (const bytes of [Uint8Array.of(), Uint8Array.of(0xc1), new Uint8Array(5000)]) {
        await transport.inject(bytes);
      }
      expect(peer.stats().errors).toEqual({ event_malformed: 3 });
      expect(told).toEqual(Array(3).fill(['invalidation_receive', undefined]));
      const reported = () => lines.filter((line) => line.includes('event_malformed'));
      // One of each cache.
      expect(reported()).toHaveLength(2);
      clock.advance(60_000);
      await transport.inject(Uint8Array.of());
      expect(reported()).toHaveLength(4);
      expect(await inL1(peer)).toBe(true);
    });

    test('a publisher that fails or hangs fails no invalidation', async () => {
      vi.useFakeTimers();
      try {
        const failing: InvalidationTransport = {
          publish: () => Promise.reject(new Error(`down for ${KEY}`)),
          subscribe: async () => async () => {},
        };
        const cache = makeCache({
          backend: new MemoryBackend(),
          invalidation: { transport: failing },
          ...options,
        });
        await cache.set(KEY, 'old');
        await cache.invalidate('params', { key: KEY });
        expect(await cache.get(KEY)).toBeNull();
        expect(cache.stats().operations['invalidation_publish']).toEqual({ success: 0, error: 1 });
        failing.publish = () => new Promise(() => {});
        const waiting = cache.invalidate('global');
        // Keys may still be on their way through WebCrypto, which no timer drives.
        const done = waiting.then(() => true);
        for (let i = 0; i < 3; i += 1) await vi.advanceTimersByTimeAsync(1000);
        expect(await done).toBe(true);
        expect(cache.stats().errors).toEqual({ foreign: 1, ERR_TIMEOUT: 1 });
        expect(lines.join('\n')).toContain('invalidation_publish failed');
        expect(lines.join('\n')).not.toContain(KEY);
      } finally {
        vi.useRealTimers();
      }
    });

    test('close stops listening', async () => {
      const { own, peer } = await pair(options);
      await bothHold(own, peer);
      await peer.close();
      await own.invalidate('global');
      await settled();
      expect(received(peer)).toBeUndefined();
      expect(peer.stats().errors).toEqual({});
    });
  });

  describe(`${name}, A20: who may invalidate an encrypted cache`, () => {
    const forged = (timestamp: number) => {
      const origin = { timestamp, source: '0'.repeat(32), sequence: 0 };
      return createInvalidationEvent({ level: 'global' }, origin);
    };

    test('nobody without the key', async () => {
      const { own, peer, transport, clock } = await pair({ encryption });
      await bothHold(own, peer);
      const mac = new Uint8Array(32).fill(7);
      await transport.inject(serializeEvent(forged(clock.time)));
      await transport.inject(serializeEvent({ ...forged(clock.time), mac }));
      const stranger = makeCache(
        {
          backend: new MemoryBackend(),
          encryption: { masterKey: generateKey() },
          invalidation: { transport },
        },
        clock,
      );
      await stranger.invalidate('global');
      await settled();
      expect(await inL1(peer)).toBe(true);
      expect(peer.stats().errors).toEqual({ event_forged: 3 });
    });

    test('nobody who changes an event', async () => {
      const { own, peer, transport } = await pair({ encryption });
      await own.invalidate('params', { key: 'elsewhere' });
      await settled();
      await bothHold(own, peer);
      const genuine = deserializeEvent(lastOf(transport));
      const { mac, timestamp, source, sequence } = genuine;
      if (mac === undefined) throw new Error('the event is not signed');
      const changed = [
        { level: 'params', key: KEY, timestamp, source, sequence, mac } as const,
        { level: 'global', timestamp, source, sequence, mac } as const,
        { ...genuine, sequence: sequence + 1 },
        { ...genuine, timestamp: timestamp + 1 },
        { ...genuine, source: 'f'.repeat(32) },
        { ...genuine, mac: mac.map((byte, at) => (at === 31 ? byte ^ 1 : byte)) },
      ];
      for (const event of changed) await transport.inject(serializeEvent(event));
      expect(await inL1(peer)).toBe(true);
      expect(peer.stats().errors).toEqual({ event_forged: changed.length });
    });

    test('a peer that still has, or already has, another current key', async () => {
      const next = { masterKey: generateKey(), previousMasterKeys: [encryption.masterKey] };
      const { own, peer } = await pair({ encryption }, { encryption: next });
      await bothHold(own, peer);
      await own.invalidate('params', { key: KEY });
      await settled();
      expect(received(peer)).toEqual({ success: 1, error: 0 });
    });

    test('anybody, where the cache has no key', async () => {
      const { own, peer, transport, clock } = await pair({});
      await bothHold(own, peer);
      await transport.inject(serializeEvent(forged(clock.time)));
      expect(await inL1(peer)).toBe(false);
    });

    test('an event says neither value nor key material', async () => {
      const { own, transport } = await pair({ encryption });
      await own.invalidate('params', { key: KEY });
      const text = new TextDecoder().decode(lastOf(transport));
      expect(text).toContain(KEY);
      expect(text).not.toContain(encryption.masterKey);
    });
  });
}

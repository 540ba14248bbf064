/** How long an entry and work under way count (PITFALLS A13; B14, B16, B23, B25). */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { WorkersKVBackend } from '../../../js/backends/workers-kv.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { FakeKV } from '../../helpers/fake-kv.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

/** A turn of the event loop, in which work behind a reader's back ends. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

export function pitfallsFreshnessSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: how long things count`, () => {
    captureLog();

    test.each([
      [0.001, 1],
      [1, 1],
      [59.1, 60],
      [60, 60],
      [60.5, 61],
    ])('A13, B16: a TTL of %s s reaches every store as %s s', async (ttl, whole) => {
      const backend = new MemoryBackend();
      const stored = vi.spyOn(backend, 'set');
      await makeCache({ backend }).set('k', 1, { ttl });
      expect(stored.mock.calls[0]?.[2]).toBe(whole);
      await makeCache({ backend, defaultTtl: ttl }).set('k', 1);
      expect(stored.mock.calls[1]?.[2]).toBe(whole);
      const kv = new FakeKV();
      await makeCache({ backend: new WorkersKVBackend(kv) }).set('k', 1, { ttl });
      // Which is the least that KV takes.
      expect(kv.puts[0]?.options?.expirationTtl).toBe(Math.max(60, whole));
    });

    test.each([0, -1, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12])(
      'A13, B16, B19: a TTL of %s is refused by every call, before any I/O',
      async (ttl) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend });
        const calls = [
          () => cache.set('k', 1, { ttl }),
          () => cache.setMany([['k', 1]], { ttl }),
          () => cache.getOrSet('k', () => 1, { ttl }),
          () => cache.getOrSet('k', () => null, { negativeTtl: ttl }),
          async () => cache.wrap(() => 1, { namespace: 'n', ttl }),
          async () => cache.wrap(() => 1, { namespace: 'n', negativeTtl: ttl }),
          async () => makeCache({ backend, defaultTtl: ttl }),
          async () => makeCache({ backend, negativeTtl: ttl }),
        ];
        for (const call of calls) await expect(call()).rejects.toThrow(ConfigurationError);
        expect(backend.calls).toEqual({ get: 0, set: 0, delete: 0, exists: 0 });
      },
    );

    test('B14: a copy of what another process wrote ends when the store’s entry does', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const [writer, reader] = [makeCache({ backend }, clock), makeCache({ backend }, clock)];
      await writer.set('k', 'v', { ttl: 10 });
      clock.advance(4_000);
      expect(await reader.get('k')).toBe('v');
      clock.advance(5_999);
      expect(await reader.get('k')).toBe('v');
      expect(reader.stats().hits).toEqual({ l1: 1, l2: 1 });
      clock.advance(1);
      expect(await reader.get('k')).toBeNull();
    });

    test('B14: which counts from the question, however late the answer comes', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const [writer, reader] = [makeCache({ backend }, clock), makeCache({ backend }, clock)];
      await writer.set('k', 'v', { ttl: 10 });
      const look = backend.getWithTtl.bind(backend);
      vi.spyOn(backend, 'getWithTtl').mockImplementationOnce(async (key) => {
        const found = await look(key);
        clock.advance(8_000);
        return found;
      });
      expect(await reader.get('k')).toBe('v');
      clock.advance(2_000);
      expect(await reader.get('k')).toBeNull();
    });

    test('B14: a batch that does not tell how long its entries live leaves no copy', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const getMany = async (keys: readonly string[]) =>
        await Promise.all(keys.map((key) => backend.get(key)));
      Object.assign(backend, { getMany });
      const [writer, reader] = [makeCache({ backend }, clock), makeCache({ backend }, clock)];
      await writer.set('k', 'v', { ttl: 10 });
      clock.advance(9_999);
      expect(await reader.getMany(['k'])).toEqual(new Map([['k', 'v']]));
      clock.advance(1);
      expect(await reader.getMany(['k'])).toEqual(new Map());
      expect(await reader.get('k')).toBeNull();
    });

    test.each([
      ['cannot be stored', () => () => {}],
      ['fails', () => Promise.reject(new Error('the origin is down'))],
    ])(
      'B23: a refresh that %s runs again after five seconds, not with each read',
      async (_, bad) => {
        const clock = new ManualClock();
        const cache = makeCache({ backend: new GatedBackend() }, clock);
        let runs = 0;
        const compute = async (): Promise<unknown> => (++runs === 1 ? 'good' : await bad());
        const ask = async (key = 'k') => {
          expect(await cache.getOrSet(key, compute, { ttl: 100 })).toBe('good');
          await turn();
        };
        await ask();
        clock.advance(60_000);
        for (let i = 0; i < 5; i++) await ask();
        expect(runs).toBe(2);
        clock.advance(4_999);
        await ask();
        expect(runs).toBe(2);
        clock.advance(1);
        await ask();
        expect(runs).toBe(3);
      },
    );

    test('B23: entries that cannot be refreshed take no slot from others', async () => {
      const clock = new ManualClock();
      const l1 = { maxConcurrentRefreshes: 1 };
      const cache = makeCache({ backend: new GatedBackend(), l1 }, clock);
      let good = 0;
      const once = (): unknown => 'kept';
      await cache.getOrSet('bad', once, { ttl: 100 });
      await cache.getOrSet('good', () => ++good, { ttl: 100 });
      clock.advance(60_000);
      await cache.getOrSet('bad', () => () => {}, { ttl: 100 });
      await turn();
      await cache.getOrSet('good', () => ++good, { ttl: 100 });
      await vi.waitFor(() => expect(good).toBe(2));
    });
  });
}

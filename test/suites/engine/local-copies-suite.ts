/** What L1 keeps of an entry, and what a change meanwhile keeps out of it (PITFALLS A5; B14). */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const down = () => Promise.reject(new Error('the origin is down'));

export function localCopiesSuite(name: string, makeCache: MakeCache): void {
  captureLog();

  describe.each([
    ['plaintext', {}],
    ['encrypted', { encryption: { masterKey: generateKey() } }],
  ])(`${name}, %s: copies in L1`, (_mode, options) => {
    /** Two processes over a store that tells how long its entries live, and that can go away. */
    const pair = (more: object = {}) => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const writer = makeCache({ backend, ...options }, clock);
      const reader = makeCache({ backend, ...options, ...more }, clock);
      const takeAway = () => vi.spyOn(backend, 'getWithTtl').mockRejectedValue(new Error('down'));
      return { clock, backend, writer, reader, takeAway };
    };

    test('an entry that another process wrote is fresh, then stale, as long as in the store', async () => {
      const { clock, writer, reader, takeAway } = pair();
      await writer.set('k', 'v', { ttl: 10, staleIfError: 50 });
      clock.advance(4_000);
      expect(await reader.get('k')).toBe('v');
      clock.advance(5_999);
      expect(await reader.get('k')).toBe('v');
      expect(reader.stats()).toMatchObject({ hits: { l1: 1, l2: 1 }, misses: 0 });
      clock.advance(1);
      expect(await reader.get('k')).toBeNull();
      expect(reader.stats().misses).toBe(1);
      takeAway();
      clock.advance(49_999);
      expect(await reader.getOrSet('k', down, { staleIfError: 50 })).toBe('v');
      clock.advance(1);
      await expect(reader.getOrSet('k', down, { staleIfError: 50 })).rejects.toThrow('origin');
    });

    test.each([
      ['that has no stale time', {}],
      ['that has tags alone', { tags: ['t'] }],
    ])(
      'an entry %s is not kept beyond its life, however short it is here',
      async (_what, terms) => {
        const { clock, writer, reader, takeAway } = pair({ defaultTtl: 3 });
        await writer.set('k', 'v', { ttl: 10, ...terms });
        expect(await reader.get('k')).toBe('v');
        takeAway();
        clock.advance(3_000);
        await expect(reader.getOrSet('k', down, { staleIfError: 50 })).rejects.toThrow('origin');
      },
    );

    test('a copy lives by the default TTL where the entry would live longer', async () => {
      const { clock, writer, reader } = pair({ defaultTtl: 3 });
      await writer.set('k', 'v', { ttl: 10 });
      await reader.get('k');
      clock.advance(2_999);
      await reader.get('k');
      expect(reader.stats().hits).toEqual({ l1: 1, l2: 1 });
      clock.advance(1);
      await reader.get('k');
      expect(reader.stats().hits).toEqual({ l1: 1, l2: 2 });
    });

    test('a store that tells no lifetime leaves no stale copy', async () => {
      const clock = new ManualClock();
      const backend = new GatedBackend();
      const [writer, reader] = [
        makeCache({ backend, ...options }, clock),
        makeCache({ backend, ...options }, clock),
      ];
      await writer.set('k', 'v', { ttl: 10, staleIfError: 50 });
      expect(await reader.get('k')).toBe('v');
      clock.advance(9_999);
      expect(await reader.get('k')).toBe('v');
      expect(reader.stats().hits.l1).toBe(1);
      clock.advance(1);
      backend.failWith(new Error('down'));
      await expect(reader.getOrSet('k', down, { staleIfError: 50 })).rejects.toThrow('origin');
    });

    test('a copy of a sliding entry gives it its life back, too', async () => {
      const { clock, writer, reader } = pair();
      await writer.set('k', 'v', { ttl: 100, sliding: true });
      expect(await reader.get('k')).toBe('v');
      for (let i = 0; i < 3; i++) {
        clock.advance(60_000);
        expect(await reader.get('k')).toBe('v');
      }
      expect(reader.stats().hits).toEqual({ l1: 3, l2: 1 });
    });

    test('a tag that is invalidated while it is looked up keeps the value out', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, ...options });
      await cache.set('k', 'old', { tags: ['t'] });
      await cache.invalidate('global');
      const held = Promise.withResolvers<void>();
      let looked = false;
      const get = backend.get.bind(backend);
      vi.spyOn(backend, 'get').mockImplementation(async (key) => {
        const found = await get(key);
        if (key.startsWith('sealcache-tag:')) {
          looked = true;
          await held.promise;
        }
        return found;
      });
      const reading = cache.get('k');
      await vi.waitFor(() => expect(looked).toBe(true));
      await cache.invalidate('tags', { tags: ['t'] });
      held.resolve();
      expect(await reading).toBe('old');
      expect(await cache.get('k')).toBeNull();
    });

    test('an entry with a tag out of date is a miss and counted as one', async () => {
      const { writer, reader } = pair();
      await writer.set('k', 'v', { tags: ['t'] });
      await writer.invalidate('tags', { tags: ['t'] });
      expect(await reader.get('k')).toBeNull();
      expect(reader.stats()).toMatchObject({ hits: { l1: 0, l2: 0 }, misses: 1 });
    });

    /** Holds the next write back before it reaches the store, and the next answer after it left. */
    const hold = (backend: GatedBackend, verb: 'set' | 'delete') => {
      const [write, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let asked = false;
      const genuine = { set: backend.set.bind(backend), delete: backend.delete.bind(backend) };
      const get = backend.get.bind(backend);
      if (verb === 'set') {
        vi.spyOn(backend, 'set').mockImplementationOnce(async (...given) => {
          await write.promise;
          await genuine.set(...given);
        });
      } else {
        vi.spyOn(backend, 'delete').mockImplementationOnce(async (key) => {
          await write.promise;
          return await genuine.delete(key);
        });
      }
      vi.spyOn(backend, 'get').mockImplementationOnce(async (key) => {
        const found = await get(key);
        asked = true;
        await answer.promise;
        return found;
      });
      const answering = () => vi.waitFor(() => expect(asked).toBe(true));
      return { write: write.resolve, answer: answer.resolve, answering };
    };

    test.each(['set', 'setMany', 'delete', 'deleteMany'] as const)(
      'A5: a read that began during a %s and ends after it keeps no older value',
      async (change) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend, ...options });
        await cache.set('k', 'old');
        await cache.invalidate('global');
        const held = hold(backend, change.startsWith('set') ? 'set' : 'delete');
        const changing = {
          set: () => cache.set('k', 'new'),
          setMany: () => cache.setMany([['k', 'new']]),
          delete: () => cache.delete('k'),
          deleteMany: () => cache.deleteMany(['k']),
        }[change]();
        const reading = cache.get('k');
        await held.answering();
        held.write();
        await changing;
        held.answer();
        expect(await reading).toBe('old');
        expect(await cache.get('k')).toBe(change.startsWith('set') ? 'new' : null);
      },
    );

    test.each(['set', 'setMany'] as const)(
      'a %s during which its namespace is invalidated is stored, not kept here',
      async (change) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend, ...options });
        await cache.set('warm', 1);
        const release = backend.hold('set');
        const stored = backend.calls.set;
        const writing =
          change === 'set'
            ? cache.set('k', 'v', { namespace: 'mine' })
            : cache.setMany([['k', 'v']], { namespace: 'mine' });
        await vi.waitFor(() => expect(backend.calls.set).toBe(stored + 1));
        await cache.invalidate('namespace', { namespace: 'mine' });
        release();
        await writing;
        expect(await cache.get('k')).toBe('v');
        expect(cache.stats().hits).toEqual({ l1: 0, l2: 1 });
      },
    );

    test('listeners hear of a write only when the store took it', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, ...options });
      const heard: string[] = [];
      cache.on('set', ({ key }) => heard.push(key));
      await cache.set('a', 1);
      backend.failWith(new Error('down'));
      await cache.set('b', 2);
      expect(heard).toEqual(['a']);
      expect(await cache.get('b')).toBe(2);
    });

    test('an entry that cannot be read is told as poisoned; a newer one stays', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, ...options });
      await cache.set('warm', 1);
      const evicted: unknown[] = [];
      cache.on('evict', (event) => evicted.push(event));
      const answer = Promise.withResolvers<Uint8Array>();
      vi.spyOn(backend, 'get').mockImplementationOnce(() => answer.promise);
      const reading = cache.get('k');
      await cache.set('k', 'new');
      answer.resolve(new Uint8Array(60));
      expect(await reading).toBeNull();
      expect(evicted).toEqual([{ key: 'k', reason: 'poisoned' }]);
      expect(backend.calls.delete).toBe(0);
      expect(await cache.get('k', { skipL1: true })).toBe('new');
    });
  });

  test(`${name}: a poisoned entry that cannot be removed costs the read nothing`, async () => {
    const backend = new GatedBackend();
    const cache = makeCache({
      backend,
      reliability: { degradation: false },
      encryption: { masterKey: generateKey(), onFailure: 'miss' },
    });
    await backend.store.set('k', new Uint8Array(60));
    const removing = vi.spyOn(backend, 'delete').mockRejectedValue(new Error('down'));
    expect(await cache.get('k')).toBeNull();
    // Its rejection, if it had nobody, would end the process in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(removing).toHaveBeenCalledTimes(1);
  });
}

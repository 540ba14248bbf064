/** An older value never overwrites or outlives a newer one (PITFALLS A5; B14, B24). */
import { describe, expect, test, vi } from 'vitest';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

/** A turn of the event loop, in which calls get as far as the store. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Makes the next read look at once and answer only when the returned function is called. */
function answerLate(backend: GatedBackend): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.spyOn(backend, 'get').mockImplementationOnce(async (key) => {
    const found = await backend.store.get(key);
    await promise;
    return found;
  });
  return resolve;
}

export function freshnessSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: the newer value wins`, () => {
    test.each(['set', 'setMany', 'delete', 'deleteMany', 'invalidate'] as const)(
      'A5: a %s during a read keeps the older value out of L1',
      async (change) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend });
        await cache.set('k', 'old');
        await cache.invalidate('global');
        const release = answerLate(backend);
        const reading = cache.get('k');
        await turn();
        if (change === 'set') await cache.set('k', 'new');
        if (change === 'setMany') await cache.setMany([['k', 'new']]);
        if (change === 'delete') await cache.delete('k');
        if (change === 'deleteMany') await cache.deleteMany(['k']);
        if (change === 'invalidate') await cache.invalidate('params', { key: 'k' });
        release();
        expect(await reading).toBe('old');
        expect(await cache.get('k')).toBe(change.startsWith('set') ? 'new' : null);
      },
    );

    test.each(['namespace', 'global', 'tags'] as const)(
      'A5: invalidating a %s during a read keeps what was read out of L1',
      async (level) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend });
        await cache.set('k', 'old', { namespace: 'k', tags: ['t'] });
        await cache.invalidate('global');
        const release = answerLate(backend);
        const reading = cache.get('k');
        await turn();
        const what = { namespace: { namespace: 'k' }, global: {}, tags: { tags: ['t'] } };
        await cache.invalidate(level, what[level]);
        release();
        await reading;
        expect(cache.stats().l1.entries).toBe(0);
      },
    );

    test.each(['set', 'delete', 'invalidate'] as const)(
      'A5: a %s during a computation keeps the computed value out',
      async (change) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend });
        const { promise, resolve } = Promise.withResolvers<void>();
        let begun = false;
        const computing = cache.getOrSet('k', async () => {
          begun = true;
          await promise;
          return 'computed before the change';
        });
        await vi.waitFor(() => expect(begun).toBe(true));
        if (change === 'set') await cache.set('k', 'new');
        if (change === 'delete') await cache.delete('k');
        if (change === 'invalidate') await cache.invalidate('params', { key: 'k' });
        resolve();
        await computing;
        const expected = change === 'set' ? 'new' : null;
        expect(await cache.get('k')).toBe(expected);
        expect(await cache.get('k', { skipL1: true })).toBe(expected);
      },
    );

    test('A5: who asks after a set does not join a read from before it', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, l1: { enabled: false } });
      await cache.set('k', 'old');
      const release = answerLate(backend);
      const before = cache.get('k');
      await turn();
      await cache.set('k', 'new');
      const after = cache.get('k');
      release();
      expect(await before).toBe('old');
      expect(await after).toBe('new');
    });

    test('A5: an earlier set that ends later does not stay in L1', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const release = backend.hold('set');
      const first = cache.set('k', 'first');
      await turn();
      // Lets the next one pass; the first is held still.
      backend.hold('set')();
      await cache.set('k', 'second');
      release();
      await first;
      expect(await cache.get('k')).toBe('second');
    });

    test.each(['set', 'delete'] as const)(
      'A5: a %s while a computed value is being stored keeps it out of L1',
      async (change) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend });
        const release = backend.hold('set');
        const computing = cache.getOrSet('k', () => 'computed');
        await vi.waitFor(() => expect(backend.calls.set).toBe(1));
        await turn();
        backend.hold('set')();
        if (change === 'set') await cache.set('k', 'new');
        else await cache.delete('k');
        release();
        expect(await computing).toBe('computed');
        expect(await cache.get('k')).toBe(change === 'set' ? 'new' : null);
      },
    );

    test('of two concurrent sets the later one stays in L1', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const release = backend.hold('set');
      const first = cache.set('k', 'first');
      release();
      const second = cache.set('k', 'second');
      await Promise.all([first, second]);
      expect(await cache.get('k')).toBe('second');
      expect(await cache.get('k', { skipL1: true })).toBe('second');
    });

    test('B14: L1 forgets an entry when the store does', async () => {
      const clock = new ManualClock();
      const backend = new GatedBackend();
      const cache = makeCache({ backend }, clock);
      await cache.set('k', 'v', { ttl: 10 });
      clock.advance(9_999);
      expect(await cache.get('k')).toBe('v');
      const asked = backend.calls.get;
      clock.advance(1);
      await cache.get('k');
      expect(backend.calls.get).toBe(asked + 1);
    });

    test('B24: a late refresh does not overwrite an explicit write', async () => {
      const clock = new ManualClock();
      const cache = makeCache({ backend: new GatedBackend() }, clock);
      const { promise, resolve } = Promise.withResolvers<void>();
      let runs = 0;
      const compute = async () => {
        if (++runs > 1) await promise;
        return `run ${runs}`;
      };
      await cache.getOrSet('k', compute, { ttl: 100 });
      clock.advance(90_000);
      expect(await cache.getOrSet('k', compute, { ttl: 100 })).toBe('run 1');
      await cache.set('k', 'explicit', { ttl: 100 });
      resolve();
      await new Promise((proceed) => setTimeout(proceed, 5));
      expect(runs).toBe(2);
      expect(await cache.get('k')).toBe('explicit');
      expect(await cache.get('k', { skipL1: true })).toBe('explicit');
    });

    test('a stale entry is served at once and refreshed behind the reader', async () => {
      const clock = new ManualClock();
      const cache = makeCache({ backend: new GatedBackend() }, clock);
      let runs = 0;
      const compute = async () => ++runs;
      const ask = () => cache.getOrSet('k', compute, { ttl: 100 });
      expect(await ask()).toBe(1);
      clock.advance(40_000);
      expect(await ask()).toBe(1);
      expect(runs).toBe(1);
      clock.advance(20_000);
      expect(await ask()).toBe(1);
      await vi.waitFor(async () => expect(await ask()).toBe(2));
      expect(runs).toBe(2);
    });
  });
}

/** Stores that do not keep entries as long as they should. */
import type { CompleteBackend } from './complete-backend.ts';
import type { Mutant } from './mutant.ts';

const EXPIRY = 'expires exactly when the clock reaches the deadline';

/** A store that makes another TTL of the one it is given. */
function living(ttlOf: (ttl: number) => number | undefined): Mutant['change'] {
  return (store) => ({
    set: (key: string, value: Uint8Array, ttl?: number) =>
      store.set(key, value, ttl === undefined ? undefined : ttlOf(ttl)),
  });
}

/** A store that tells other seconds of an entry with a TTL. */
function telling(secondsOf: (seconds: number) => number): Mutant['change'] {
  return (store) => ({
    getWithTtl: async (key: string) => {
      const entry = await store.getWithTtl(key);
      if (entry?.remainingTtl === undefined) return entry;
      return { ...entry, remainingTtl: secondsOf(entry.remainingTtl) };
    },
    getTTL: async (key: string) => {
      const seconds = await store.getTTL(key);
      return seconds === null ? null : secondsOf(seconds);
    },
  });
}

async function setUnlessBad(
  store: CompleteBackend,
  [key, value, ttl]: Parameters<CompleteBackend['set']>,
): Promise<void> {
  await store.set(key, value, ttl !== undefined && ttl > 0 && ttl < 1e9 ? ttl : undefined);
}

export const mutantsOfTime: readonly Mutant[] = [
  {
    name: 'ignores TTLs',
    test: EXPIRY,
    says: /exists\(\) when its 60 s are over to give false; got true/,
    change: living(() => undefined),
  },
  {
    name: 'keeps entries two seconds too long',
    test: EXPIRY,
    says: /when its 60 s are over/,
    change: living((ttl) => ttl + 2),
  },
  {
    name: 'drops entries two seconds too early',
    test: EXPIRY,
    says: /get\(\) shortly before 60 s are over to give 5 bytes .*; got null/,
    change: living((ttl) => Math.max(1, ttl - 2)),
  },
  {
    name: 'takes seconds for milliseconds',
    test: EXPIRY,
    says: /shortly before 60 s are over/,
    change: living((ttl) => ttl / 1000),
  },
  {
    name: 'keeps the old deadline of what is set without a TTL',
    test: 'keeps an entry without a TTL, also after one with a TTL',
    says: /without a TTL, after one with a TTL to give 5 bytes/,
    change: (store) => ({
      set: async (key: string, value: Uint8Array, ttl?: number) =>
        await store.set(key, value, ttl ?? (await store.getTTL(key)) ?? undefined),
    }),
  },
  {
    name: 'keeps the longer of two deadlines',
    test: 'replaces the deadline with the value',
    says: /set again with a shorter TTL to give null/,
    change: (store) => ({
      set: async (key: string, value: Uint8Array, ttl = 0) =>
        await store.set(key, value, Math.max(ttl, (await store.getTTL(key)) ?? 1)),
    }),
  },
  {
    name: 'has a default TTL that nobody asked for',
    test: 'keeps an entry without a TTL, also after one with a TTL',
    says: /without a TTL, after decades/,
    change: (store) => ({
      set: (key: string, value: Uint8Array, ttl = 86_400) => store.set(key, value, ttl),
    }),
  },
  {
    name: 'rounds a fraction of a second down, to no TTL',
    test: 'rounds a fraction of a second up, never to nothing or for ever',
    says: /get\(\) after 1 s to give null/,
    change: living((ttl) => (ttl < 1 ? undefined : ttl)),
  },
  {
    name: 'takes NaN for no TTL',
    test: 'refuses a TTL of NaN and keeps what was there',
    says: /set\(\) with a TTL of NaN to reject with a ConfigurationError; it resolved to undefined/,
    change: (store) => ({
      set: (...parameters: Parameters<CompleteBackend['set']>) => setUnlessBad(store, parameters),
    }),
  },
  {
    name: 'refuses a long TTL by an error of another kind',
    test: 'refuses a TTL of 315360001 and keeps what was there',
    says: /with a ConfigurationError; got RangeError/,
    change: (store) => ({
      set: async (key: string, value: Uint8Array, ttl = 1) => {
        if (ttl > 315_360_000) throw new RangeError('too long');
        await store.set(key, value, ttl);
      },
    }),
  },
  {
    name: 'refuses the longest TTL',
    test: 'takes the shortest and the longest TTL',
    says: /expected no failure; got ConfigurationError/,
    change: living((ttl) => (ttl > 3e8 ? -1 : ttl)),
  },
  {
    name: 'tells more time than is left',
    test: 'bounds every copy: counts down to the deadline, never past it',
    says: /remainingTtl to be from 57.5 to 58.5; got 60.5/,
    change: telling((seconds) => seconds + 2),
  },
  {
    name: 'tells milliseconds for seconds',
    test: 'tells whole seconds left, null for a miss and for no expiry',
    says: /getTTL\(\) to give whole seconds up to 1000; got 1000000/,
    change: telling((seconds) => seconds * 1000),
  },
  {
    name: 'tells fractions of seconds',
    test: 'rounds the seconds left up',
    says: /getTTL\(\) after 1.5 s to give 59; got 58.5/,
    change: telling((seconds) => seconds - 0.5),
  },
  {
    name: 'tells a time that an entry without a TTL has left',
    test: 'leaves the time out where the entry does not expire',
    says: /remainingTtl of an entry without a TTL to give undefined; got 0/,
    change: (store) => ({
      getWithTtl: async (key: string) => ({ remainingTtl: 0, ...(await store.getWithTtl(key)) }),
    }),
  },
  {
    name: 'makes an entry by refreshTTL',
    test: 'makes no entry where there is none',
    says: /refreshTTL\(\) of what was never set to give false; got true/,
    change: (store) => ({
      refreshTTL: async (key: string, ttl: number) => {
        await store.set(key, (await store.get(key)) ?? new Uint8Array(0), ttl);
        return true;
      },
    }),
  },
  {
    name: 'refreshes by reading and writing again',
    test: 'never undoes a set or a delete of the same time',
    says: /at the time of a refreshTTL\(\)/,
    change: (store) => ({
      refreshTTL: async (key: string, ttl: number) => {
        const value = await store.get(key);
        await store.exists(key);
        if (value !== null) await store.set(key, value, ttl);
        return value !== null;
      },
    }),
  },
  {
    name: 'refreshes nothing',
    test: 'lets the entry live from now on, until the new deadline',
    says: /get\(\) after the old deadline/,
    change: (store) => ({ refreshTTL: (key: string) => store.exists(key) }),
  },
  {
    name: 'gives an entry without bytes for a miss',
    test: 'gives the bytes with the seconds left, and null for a miss',
    says: /getWithTtl\(\) of what was never set to give null; got \{ bytes: 0 bytes/,
    change: (store) => ({
      getWithTtl: async (key: string) =>
        (await store.getWithTtl(key)) ?? { bytes: new Uint8Array(0) },
    }),
  },
  {
    name: 'refreshes to the longer of two TTLs',
    test: 'replaces a TTL of 315360000 and nothing else',
    says: /getTTL\(\) after refreshTTL\(\) to give whole seconds up to 1000; got 315360000/,
    change: (store) => ({
      refreshTTL: async (key: string, ttl: number) =>
        await store.refreshTTL(key, Math.max(ttl, (await store.getTTL(key)) ?? 0)),
    }),
  },
  {
    name: 'takes a bad TTL to refresh to for no wish',
    test: 'refuses to refresh to a TTL of 0 and keeps the one that was',
    says: /refreshTTL\(\) to 0 to reject with a ConfigurationError; it resolved to false/,
    change: (store) => ({
      refreshTTL: async (key: string, ttl: number) => ttl > 0 && (await store.refreshTTL(key, ttl)),
    }),
  },
  {
    name: 'refreshes to less than a second as to no TTL',
    test: 'rounds a fraction of a second up when it refreshes',
    says: /getTTL\(\) after a refreshTTL\(\) to 0.001 s to give 1; got null/,
    change: (store) => ({
      refreshTTL: async (key: string, ttl: number) => ttl < 1 || (await store.refreshTTL(key, ttl)),
    }),
  },
  {
    name: 'refreshes what has expired',
    test: 'brings nothing back that has expired',
    says: /refreshTTL\(\) of what has expired to give false; got true/,
    change: (store) => {
      const kept = new Map<string, Uint8Array>();
      return {
        set: async (key: string, value: Uint8Array, ttl?: number) => {
          kept.set(key, value);
          await store.set(key, value, ttl);
        },
        refreshTTL: async (key: string, ttl: number) => {
          const value = kept.get(key);
          if (value !== undefined) await store.set(key, value, ttl);
          return value !== undefined;
        },
      };
    },
  },
];

/** Stores whose locks hold nobody out, or hold too long. */
import type { CompleteBackend } from './complete-backend.ts';
import type { Mutant } from './mutant.ts';

/** The tokens of who holds which lock. */
interface Held {
  readonly tokens: Map<string, string>;
  readonly store: CompleteBackend;
}

/** A store with other locks; what is left out is as it should be, but ends by `releaseLock` alone. */
function locking(
  change: (held: Held) => Partial<Pick<CompleteBackend, 'acquireLock' | 'releaseLock'>>,
): Mutant['change'] {
  return (store) => {
    const tokens = new Map<string, string>();
    return {
      acquireLock: async (key: string) => {
        if (tokens.has(key)) return null;
        const token = crypto.randomUUID();
        tokens.set(key, token);
        return token;
      },
      releaseLock: async (key: string, token: string) => {
        if (tokens.get(key) !== token) return false;
        return tokens.delete(key);
      },
      ...change({ tokens, store }),
    };
  };
}

export const mutantsOfLocks: readonly Mutant[] = [
  {
    name: 'gives a lock to everybody',
    test: 'gives a lock to one holder until it gives it up',
    says: /acquireLock\(\) of a lock that another holds to give null/,
    change: locking(() => ({ acquireLock: async () => crypto.randomUUID() })),
  },
  {
    name: 'looks whether a lock is free before it takes it',
    test: 'has one winner among all who try at once',
    says: /expected one of 20 who try at once to get the lock; 20 did/,
    change: locking(({ tokens, store }) => ({
      acquireLock: async (key) => {
        if (tokens.has(key)) return null;
        await store.exists(key);
        const token = crypto.randomUUID();
        tokens.set(key, token);
        return token;
      },
    })),
  },
  {
    name: 'releases without comparing',
    test: 'lets nobody give up a lock that is not theirs',
    says: /of nobody to give false; got true/,
    change: locking(({ tokens }) => ({ releaseLock: async (key) => tokens.delete(key) })),
  },
  {
    name: 'compares the beginning of a token',
    test: 'lets nobody give up a lock that is not theirs',
    says: /of nobody to give false; got true/,
    change: locking(({ tokens }) => ({
      releaseLock: async (key, token) =>
        tokens.get(key)?.startsWith(token) === true && tokens.delete(key),
    })),
  },
  {
    name: 'says of every release that it was done',
    test: 'lets nobody give up a lock that is not theirs',
    says: /releaseLock\(\) where nobody holds the lock to give false; got true/,
    change: locking(({ tokens }) => ({
      releaseLock: async (key, token) => {
        if (tokens.get(key) === token) tokens.delete(key);
        return true;
      },
    })),
  },
  {
    name: 'never ends a lock',
    test: 'ends a lock when its time is over',
    says: /acquireLock\(\) of a free lock to give a token/,
    change: locking(() => ({})),
  },
  {
    name: 'ends a lock at once',
    test: 'ends a lock when its time is over',
    says: /acquireLock\(\) before the 2000 ms of its holder are over to give null/,
    change: (store) => ({ acquireLock: (key: string) => store.acquireLock(key, 1) }),
  },
  {
    name: 'lets the holder of a lock that has ended release the next one',
    test: 'ends a lock when its time is over',
    says: /by a holder whose time was over to give false; got true/,
    change: locking(({ tokens, store }) => {
      const until = new Map<string, number>();
      return {
        acquireLock: async (key, timeoutMs) => {
          if (store.now() < (until.get(key) ?? 0)) return null;
          until.set(key, store.now() + timeoutMs);
          tokens.set(key, 'the same for all');
          return 'the same for all';
        },
      };
    }),
  },
  {
    name: 'has one lock for all keys',
    test: 'keeps the locks of different keys apart',
    says: /acquireLock\(\) of a free lock to give a token/,
    change: (store) => ({
      acquireLock: (_: string, timeoutMs: number) => store.acquireLock('one', timeoutMs),
    }),
  },
  {
    name: 'keeps a lock as the entry of its key',
    test: 'leaves the entry of the same key alone, and is left alone by it',
    says: /exists\(\) of a key that is only locked to give false; got true/,
    change: (store) => ({
      acquireLock: async (key: string) => {
        await store.set(key, new TextEncoder().encode('token'));
        return 'token';
      },
    }),
  },
  {
    name: 'removes the entry with its lock',
    test: 'leaves the entry of the same key alone, and is left alone by it',
    says: /get\(\) after its lock was released to give 5 bytes .*; got null/,
    change: (store) => ({
      releaseLock: async (key: string, token: string) => {
        await store.delete(key);
        return await store.releaseLock(key, token);
      },
    }),
  },
  {
    name: 'says to a holder who comes too late that nothing happened',
    test: 'tells a holder who comes too late',
    says: /when the time of the holder is over to give false; got true/,
    change: (store) => ({
      releaseLock: async (key: string, token: string) => {
        await store.releaseLock(key, token);
        return true;
      },
    }),
  },
  {
    name: 'gives a lock that has ended to all who find it',
    test: 'has one winner when many find a lock that has ended',
    says: /expected one of 20 who try at once to get the lock; 20 did/,
    change: locking(({ tokens, store }) => {
      const until = new Map<string, number>();
      return {
        acquireLock: async (key, timeoutMs) => {
          const end = until.get(key);
          if (end !== undefined) {
            if (store.now() < end) return null;
            await store.exists(key);
          }
          until.set(key, store.now() + timeoutMs);
          const token = crypto.randomUUID();
          tokens.set(key, token);
          return token;
        },
      };
    }),
  },
];

/** Stores that say the wrong thing, or nothing, where they are closed or cannot answer. */
import { BackendError } from '../../../js/errors.ts';
import type { CompleteBackend } from './complete-backend.ts';
import type { Mutant } from './mutant.ts';

const BROKEN = 'rejects every operation when the store fails, and takes none for a miss';
const STALLED = 'ends every operation within 2000 ms when the store does not answer';
const CLOSED = 'rejects every operation once closed';

const hangs = (): Promise<never> => new Promise(() => {});

/** A store that reads in a way of its own while it is at fault. */
function reading(atFault: (key: string) => Promise<null>): Mutant['change'] {
  return (store) => ({
    get: (key: string) => (store.fault === 'none' ? store.get(key) : atFault(key)),
  });
}

/** A store that reads in a way of its own once it is closed. */
function readingClosed(afterClose: () => Promise<null>): Mutant['change'] {
  return (store: CompleteBackend) => {
    let closed = false;
    return {
      close: async () => {
        closed = true;
        await store.close();
      },
      get: (key: string) => (closed ? afterClose() : store.get(key)),
    };
  };
}

export const mutantsOfFaults: readonly Mutant[] = [
  {
    name: 'takes a failure for a miss',
    test: BROKEN,
    says: /expected get\(\) of a store that fails to reject with .*; it resolved to null/,
    change: reading(async () => null),
  },
  {
    name: 'fails without a classification',
    test: BROKEN,
    says: /to reject with a BackendError, which has a classification, or a TimeoutError; got Error/,
    change: reading(async () => {
      throw new Error('ECONNREFUSED');
    }),
  },
  {
    name: 'quotes the key when it fails',
    test: BROKEN,
    says: /to keep the key out of its error/,
    change: reading(async (key) => {
      throw new BackendError(`could not read ${key}`);
    }),
  },
  {
    name: 'throws before it gives a promise',
    test: BROKEN,
    says: /expected get\(\) to reject; it threw before it gave a promise/,
    change: reading(() => {
      throw new BackendError('out of order');
    }),
  },
  {
    name: 'hangs with its store',
    test: STALLED,
    says: /expected get\(\) to end within 2000 ms; it hangs/,
    change: reading(hangs),
  },
  {
    name: 'takes a timeout for a miss',
    test: STALLED,
    says: /expected get\(\) of a store that does not answer to reject with .*; it resolved to null/,
    change: reading(async () => null),
  },
  {
    name: 'hangs always',
    test: 'misses what was never set',
    says: /expected get\(\) to end within 2000 ms; it hangs/,
    change: () => ({ get: hangs }),
  },
  {
    name: 'goes on after it was closed',
    test: CLOSED,
    says: /expected get\(\) after close\(\) to reject with .*; it resolved to null/,
    change: readingClosed(async () => null),
  },
  {
    name: 'says after it was closed that asking again may help',
    test: CLOSED,
    says: /get\(\) after close\(\) to reject with a BackendError that is 'permanent'; got BackendError/,
    change: readingClosed(async () => {
      throw new BackendError('the connection is closed', 'transient');
    }),
  },
  {
    name: 'fails to close twice',
    test: 'closes twice, also at the same time',
    says: /expected no failure; got Error: not running/,
    change: (store) => {
      let closed = false;
      return {
        close: async () => {
          if (closed) throw new Error('not running');
          closed = true;
          await store.close();
        },
      };
    },
  },
  {
    name: 'hangs when it is closed unused',
    test: 'closes what was never used',
    says: /expected close\(\) to end within 2000 ms; it hangs/,
    change: () => ({ close: hangs }),
  },
  {
    name: 'forgets what is under way when it is closed',
    test: 'lets end what is under way when it is closed',
    says: /expected set\(\) to end within 2000 ms; it hangs/,
    change: () => ({ set: hangs }),
  },
  {
    name: 'says of every delete that something was there',
    test: 'misses what was never set',
    says: /delete\(\) of what was never set to give false; got true/,
    change: (store) => ({
      delete: async (key: string) => {
        await store.delete(key);
        return true;
      },
    }),
  },
  {
    name: 'finds by exists what it has deleted',
    test: 'deletes what it is told and nothing else',
    says: /exists\(\) of what was deleted to give false; got true/,
    change: () => ({ exists: async () => true }),
  },
  {
    name: 'keeps the first value',
    test: 'replaces',
    says: /get\(\) of what was replaced to give 1 byte \[4\]; got 3 bytes/,
    change: (store) => ({
      set: async (key: string, value: Uint8Array) => {
        if (!(await store.exists(key))) await store.set(key, value);
      },
    }),
  },
  {
    name: 'gives undefined for a miss',
    test: 'misses what was never set',
    says: /get\(\) of what was never set to give null; got undefined/,
    change: (store) => ({ get: async (key: string) => (await store.get(key)) ?? undefined }),
  },
  {
    name: 'gives no promise',
    test: 'misses what was never set',
    says: /expected get\(\) to give a promise; it gave object/,
    change: () => ({ get: () => null }),
  },
  {
    name: 'lacks what it declares',
    test: 'has exactly the features that its subject declares',
    says: /to give "deleteMany, getMany, getWithTtl, setMany, ttl"; got "deleteMany, .*locks/,
    change: () => ({ releaseLock: undefined }),
  },
];

/** Stores that do not do with many entries what they do with one, or mix what is done at once. */
import type { Mutant } from './mutant.ts';

type Entries = readonly (readonly [string, Uint8Array])[];

const ORDER = 'answers in the order of the keys, null for a miss, and each time it is asked';

export const mutantsOfBatches: readonly Mutant[] = [
  {
    name: 'answers in the order of the store',
    test: ORDER,
    says: /getMany\(\), at 0 of 4, to give 0 bytes/,
    change: (store) => ({ getMany: (keys: readonly string[]) => store.getMany([...keys].sort()) }),
  },
  {
    name: 'leaves misses out',
    test: ORDER,
    says: /expected getMany\(\) to give 4 answers; got/,
    change: (store) => ({
      getMany: async (keys: readonly string[]) =>
        (await store.getMany(keys)).filter((value) => value !== null),
    }),
  },
  {
    name: 'answers once for a key that is asked for twice',
    test: ORDER,
    says: /expected getMany\(\) to give 4 answers; got/,
    change: (store) => ({
      getMany: (keys: readonly string[]) => store.getMany([...new Set(keys)]),
    }),
  },
  {
    name: 'gives one buffer for a key that is asked for twice',
    test: 'gives copies, also of one entry asked for twice',
    says: /two answers of getMany\(\) to lie in different buffers/,
    change: (store) => ({
      getMany: async (keys: readonly string[]) => {
        const found = new Map<string, Uint8Array | null>();
        for (const key of keys) found.set(key, found.get(key) ?? (await store.get(key)));
        return keys.map((key) => found.get(key));
      },
    }),
  },
  {
    name: 'reads a hundred at most',
    test: 'reads many',
    says: /getMany\(\), at 100 of 250, to give 2 bytes \[100, 0\]; got null/,
    change: (store) => ({
      getMany: async (keys: readonly string[]) => {
        const found = await store.getMany(keys.slice(0, 100));
        return keys.map((_, i) => found[i] ?? null);
      },
    }),
  },
  {
    name: 'stores many without their TTL',
    test: 'gives every entry the TTL, rounded up, or none',
    says: /get\(\) when the 60 s of setMany\(\) are over to give null/,
    change: (store) => ({ setMany: (entries: Entries) => store.setMany(entries) }),
  },
  {
    name: 'stores a hundred at most',
    test: 'stores many, replaces what was there, and takes none',
    says: /get\(\) after setMany\(\), at 100 of 250, to give/,
    change: (store) => ({ setMany: (entries: Entries) => store.setMany(entries.slice(0, 100)) }),
  },
  {
    name: 'stores many one after another, from buffers that may change',
    test: 'stores copies: the caller may change its bytes while setting',
    says: /changed while setMany\(\) was under way/,
    change: (store) => ({
      setMany: async (entries: Entries, ttl?: number) => {
        for (const [key, value] of entries) await store.set(key, value, ttl);
      },
    }),
  },
  {
    name: 'counts the keys, not the entries',
    test: 'removes what it is told, nothing else, and counts what was there',
    says: /deleteMany\(\) of many to give 250; got 251/,
    change: (store) => ({
      deleteMany: async (keys: readonly string[]) => {
        await store.deleteMany(keys);
        return keys.length;
      },
    }),
  },
  {
    name: 'deletes too much',
    test: 'removes what it is told, nothing else, and counts what was there',
    says: /get\(\) of another key to give 5 bytes .*; got null/,
    change: (store) => ({
      deleteMany: async (keys: readonly string[]) => {
        await store.delete('kept');
        return await store.deleteMany(keys);
      },
    }),
  },
  {
    name: 'writes a value in two parts',
    test: 'never mixes the values of those who write one key at once',
    says: /get\(\) of a key that many write to give/,
    change: (store) => {
      const entries = new Map<string, Uint8Array>();
      return {
        set: async (key: string, value: Uint8Array) => {
          const copy = new Uint8Array(value.length);
          entries.set(key, copy);
          copy.set(value.subarray(0, 1000));
          await store.exists(key);
          copy.set(value);
        },
        get: async (key: string) => {
          const value = entries.get(key);
          return value === undefined ? null : new Uint8Array(value);
        },
      };
    },
  },
  {
    name: 'answers from a copy that a delete has not reached',
    test: 'ends with the last of writes and deletes that follow each other',
    says: /get\(\) right after delete\(\) to give null/,
    change: (store) => ({ delete: async (key: string) => await store.exists(key) }),
  },
  {
    name: 'reads many without looking whether they are over',
    test: 'misses what has expired',
    says: /getMany\(\), at 0 of 2, to give null; got 1 byte \[1\]/,
    change: (store) => {
      const kept = new Map<string, Uint8Array>();
      return {
        set: async (key: string, value: Uint8Array, ttl?: number) => {
          kept.set(key, value);
          await store.set(key, value, ttl);
        },
        getMany: async (keys: readonly string[]) => keys.map((key) => kept.get(key) ?? null),
      };
    },
  },
  {
    name: 'takes a bad TTL of many for none',
    test: 'refuses to set many with a TTL of -1 and keeps what was there',
    says: /setMany\(\) with a TTL of -1 to reject with a ConfigurationError; it resolved to undefined/,
    change: (store) => ({
      setMany: (entries: Entries, ttl = 0) => store.setMany(entries, ttl > 0 ? ttl : undefined),
    }),
  },
  {
    name: 'drops what is more than it can do at once',
    test: 'serves many callers at once',
    says: /get\(\) of keys set at the same time, at \d+ of 100, to give/,
    change: (store) => {
      let busy = 0;
      return {
        set: async (key: string, value: Uint8Array) => {
          busy += 1;
          if (busy <= 50) await store.set(key, value);
          busy -= 1;
        },
      };
    },
  },
];

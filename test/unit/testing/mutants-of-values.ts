/** Stores that do not keep bytes and keys as they are. */
import { ConfigurationError } from '../../../js/errors.ts';
import type { CompleteBackend } from './complete-backend.ts';
import type { Mutant } from './mutant.ts';

/** A store that keeps what it makes of a value, and gives what it makes of that. */
function keeping(
  keep: (value: Uint8Array) => Uint8Array,
  give: (kept: Uint8Array) => Uint8Array,
): Mutant['change'] {
  return () => {
    const entries = new Map<string, Uint8Array>();
    return {
      set: async (key: string, value: Uint8Array) => void entries.set(key, keep(value)),
      get: async (key: string) => {
        const kept = entries.get(key);
        return kept === undefined ? null : give(kept);
      },
    };
  };
}

const copied = (value: Uint8Array): Uint8Array => new Uint8Array(value);
const pool = new Uint8Array(64);

/** A store whose keys are changed on the way. */
function renaming(rename: (key: string) => string): Mutant['change'] {
  return (store: CompleteBackend) => ({
    set: (key: string, value: Uint8Array) => store.set(rename(key), value),
    get: (key: string) => store.get(rename(key)),
  });
}

function refusing(key: string): void {
  if (key.includes(':')) throw new ConfigurationError('a key has no colon');
}

const BYTES = 'brings back each of the 256 byte values';
const COPY = 'stores a copy: the caller may change its bytes while and after setting';

export const mutantsOfValues: readonly Mutant[] = [
  {
    name: 'drops the last byte',
    test: BYTES,
    says: /expected get\(\) of each of the 256 byte values to give 256 bytes .*; got 255 bytes/,
    change: keeping(copied, (kept) => kept.slice(0, -1)),
  },
  {
    name: 'takes bytes for text',
    test: BYTES,
    says: /to give 256 bytes/,
    change: keeping(copied, (kept) => new TextEncoder().encode(new TextDecoder().decode(kept))),
  },
  {
    name: 'cuts the highest bit off',
    test: BYTES,
    says: /to give 128 as byte 128; got 0/,
    change: keeping(copied, (kept) => kept.map((byte) => byte & 127)),
  },
  {
    name: 'ends at a zero byte',
    test: 'brings back one byte',
    says: /to give 1 byte \[0\]; got 0 bytes/,
    change: keeping(copied, (kept) =>
      kept.slice(0, kept.includes(0) ? kept.indexOf(0) : undefined),
    ),
  },
  {
    name: 'takes an empty value for none',
    test: 'brings back no bytes at all',
    says: /to give 0 bytes \[\]; got null/,
    change: (store) => ({
      get: async (key: string) => {
        const value = await store.get(key);
        return value?.length === 0 ? null : value;
      },
    }),
  },
  {
    name: 'cuts what is large',
    test: 'brings back a MiB, or as much as the store takes',
    says: /to give 1048576 bytes/,
    change: keeping(copied, (kept) => kept.slice(0, 65_535)),
  },
  {
    name: 'takes a value above its maximum',
    test: 'refuses a value of one byte more, and keeps what was there',
    says: /to reject with a ValueTooLargeError; it resolved to undefined/,
    change: keeping(copied, copied),
  },
  {
    name: 'refuses its maximum',
    test: 'brings back the largest value, of 2000000 bytes',
    says: /expected no failure; got .*too large/,
    change: (store) => ({
      set: async (key: string, value: Uint8Array) =>
        await store.set(key, value.length < 2_000_000 ? value : new Uint8Array(2_000_001)),
    }),
  },
  {
    name: 'keeps the caller’s own buffer',
    test: COPY,
    says: /bytes that were changed while they were set to give 1 as byte 0; got 0/,
    change: keeping((value) => value, copied),
  },
  {
    name: 'copies only after it has waited',
    test: COPY,
    says: /bytes that were changed while they were set/,
    change: (store) => ({
      set: async (key: string, value: Uint8Array) => {
        await store.exists(key);
        await store.set(key, value);
      },
    }),
  },
  {
    name: 'copies by slice()',
    test: 'stores a copy also of a Buffer, whose slice() is none',
    says: /a Buffer that was changed after it was set/,
    change: keeping((value) => value.slice(), copied),
  },
  {
    name: 'gives the buffer it keeps',
    test: 'gives a copy: the caller may change what it got',
    says: /after the caller changed what it got before/,
    change: keeping(copied, (kept) => kept),
  },
  {
    name: 'gives windows of one buffer',
    test: 'gives each caller memory of its own',
    says: /two results to lie in different buffers/,
    change: keeping(copied, (kept) => {
      pool.set(kept);
      return pool.subarray(0, kept.length);
    }),
  },
  {
    name: 'gives a Buffer',
    test: 'finds what was set',
    says: /a plain Uint8Array, no class of its own; got "Buffer"/,
    change: keeping(copied, (kept) => Buffer.from(kept)),
  },
  {
    name: 'folds case',
    test: 'takes keys of ASCII letters, digits, "-", "_", "." and ":"',
    says: /get\("a"\) beside other keys to give 0 as byte 0; got 1/,
    change: renaming((key) => key.toLowerCase()),
  },
  {
    name: 'trims keys',
    test: 'keeps odd keys apart, or refuses them',
    says: /beside other keys/,
    change: renaming((key) => key.trim()),
  },
  {
    name: 'normalises keys',
    test: 'keeps odd keys apart, or refuses them',
    says: /get\("é"\) beside other keys/,
    change: renaming((key) => key.normalize()),
  },
  {
    name: 'cuts long keys',
    test: 'takes keys as long as 500',
    says: /beside other keys/,
    change: renaming((key) => key.slice(0, 200)),
  },
  {
    name: 'tells only by its operations that a key is too long',
    test: 'refuses longer ones',
    says: /a key of 501 characters, which is too long, to be refused/,
    change: () => ({ validateKey: () => {} }),
  },
  {
    name: 'takes a key that its validateKey refuses',
    test: 'keeps odd keys apart, or refuses them',
    says: /expected get\(\) of the key "", which validateKey\(\) refuses, to reject with a ConfigurationError; it resolved to null/,
    change: () => ({
      validateKey: (key: string) => {
        if (key === '') throw new ConfigurationError('a key is not empty');
      },
    }),
  },
  {
    name: 'refuses a key by an error of another kind',
    test: 'keeps odd keys apart, or refuses them',
    says: /validateKey\(\) to throw a ConfigurationError for the key "".*; got RangeError/,
    change: () => ({
      validateKey: (key: string) => {
        if (key === '') throw new RangeError('a key is not empty');
      },
    }),
  },
  {
    name: 'refuses a key that every store takes',
    test: 'takes keys of ASCII letters, digits, "-", "_", "." and ":"',
    says: /the key "user:42" to be taken/,
    change: () => ({
      validateKey: refusing,
      get: async (key: string) => refusing(key),
      set: async (key: string) => refusing(key),
      delete: async (key: string) => refusing(key),
      exists: async (key: string) => refusing(key),
    }),
  },
  {
    name: 'pads values to whole words',
    test: 'brings back random bytes under random keys',
    says: /expected get\(".*"\) to give \d+ bytes .*; got \d+ bytes/,
    change: keeping(copied, (kept) => {
      const words = new Uint8Array(Math.ceil(kept.length / 4) * 4);
      words.set(kept);
      return words;
    }),
  },
];

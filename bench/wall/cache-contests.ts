import { deepStrictEqual } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Cacheable, type KeyvStoreAdapter, Keyv as SecondKeyv } from 'cacheable';
import Keyv, { type KeyvEncryptionAdapter } from 'keyv';
import { LRUCache } from 'lru-cache';
import { createCache, L1Cache } from '../../js/node.ts';
import { KEY, MASTER_KEY, MapBackend, V100 } from '../fixtures.ts';
import { type Cipher, nodeCrypto } from './ciphers.ts';
import type { Contender, Contest } from './contest.ts';

const TARGET = 5;
const TTL_MS = 3_600_000;

interface Store {
  set(key: string, value: unknown): Promise<unknown>;
  get(key: string): Promise<unknown>;
}

/** Encrypted set and get, in memory, of 100 B, with a cache of decrypted or sealed entries or without. */
export function cacheContests(): Contest[] {
  const options = { encryption: { masterKey: MASTER_KEY }, metrics: false };
  const without = createCache({ backend: new MapBackend(), l1: { enabled: false }, ...options });
  const withL1 = createCache({ backend: new MapBackend(), ...options });
  const cipher = nodeCrypto(randomBytes(32), randomBytes(64));
  const aes = textAdapter(cipher);
  const keyv = new Keyv({ store: new Map(), encryption: aes, ttl: TTL_MS });
  const cacheable = new Cacheable({ secondary: sealedByKeyv(aes), ttl: TTL_MS });
  return [
    {
      name: 'secure set + get 100 B, no L1',
      ours: setAndGet('sealcache', without),
      others: [setAndGet('keyv + AES', keyv)],
      targets: { 'keyv + AES': TARGET },
    },
    {
      name: 'secure set + get 100 B, L1',
      ours: setAndGet('sealcache', withL1),
      others: [setAndGet('cacheable over keyv + AES', cacheable)],
      targets: { 'cacheable over keyv + AES': TARGET },
    },
    l1Contest(),
  ];
}

function setAndGet(name: string, store: Store): Contender {
  return {
    name,
    op: async () => {
      await store.set(KEY, V100);
      return store.get(KEY);
    },
    verify: async () => {
      await store.set(KEY, V100);
      deepStrictEqual(await store.get(KEY), V100);
    },
  };
}

/** keyv encrypts texts. */
function textAdapter(cipher: Cipher): KeyvEncryptionAdapter {
  return {
    encrypt: async (text) =>
      Buffer.from(await cipher.seal(Buffer.from(text, 'utf8'))).toString('base64'),
    decrypt: async (text) =>
      Buffer.from(await cipher.open(Buffer.from(text, 'base64'))).toString('utf8'),
  };
}

/** The keyv of cacheable does not encrypt by itself. */
function sealedByKeyv({ encrypt, decrypt }: KeyvEncryptionAdapter): SecondKeyv {
  const entries = new Map<string, string>();
  const store: KeyvStoreAdapter = {
    opts: {},
    get: async <Value>(key: string) => {
      const sealed = entries.get(key);
      const opened: Value | undefined =
        sealed === undefined ? undefined : JSON.parse(JSON.stringify(await decrypt(sealed)));
      return opened;
    },
    set: async (key: string, value: string) => {
      entries.set(key, await encrypt(value));
      return true;
    },
    delete: async (key) => entries.delete(key),
    clear: async () => entries.clear(),
    on: () => store,
  };
  return new SecondKeyv({ store });
}

/** A look into the tier alone: lru-cache is what it would be without one of its own. */
function l1Contest(): Contest {
  const content = createHash('sha512').digest();
  const l1 = new L1Cache();
  const lru = new LRUCache<string, Uint8Array>({ max: 1000, ttl: TTL_MS });
  l1.set(KEY, content, { lifetimeMs: TTL_MS, namespace: 'bench' });
  lru.set(KEY, content);
  return {
    name: 'L1 get',
    ours: {
      name: 'sealcache',
      op: () => l1.get(KEY),
      verify: () => deepStrictEqual(l1.get(KEY)?.content, new Uint8Array(content)),
    },
    others: [
      {
        name: 'lru-cache',
        op: () => lru.get(KEY),
        verify: () => deepStrictEqual(lru.get(KEY), content),
      },
    ],
  };
}

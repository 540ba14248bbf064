import { requireCacheKey } from '../core/aad-limit.ts';
import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import {
  type Backend,
  isLockableBackend,
  isTTLBackend,
  type LockableBackend,
  type StoredEntry,
  type TTLBackend,
} from './backend.ts';

/** The name under which a store sees a key, of ASCII letters and digits. */
export type HideKey = (key: string) => MaybePromise<string>;

type Entries = readonly (readonly [string, Uint8Array])[];

/**
 * A store that is told other names than the keys it is asked for. It can do what the store behind it can,
 * and takes every well-formed key, also one that the store would refuse for its characters or length.
 */
export class HiddenKeysBackend implements Backend {
  readonly transformsKeys = true;
  readonly keyPrefix: string;
  readonly compressionDefault: boolean;
  readonly validateTtl?: (ttlSeconds: number) => void;
  readonly getWithTtl?: (key: string) => Promise<StoredEntry | null>;
  readonly getTTL?: TTLBackend['getTTL'];
  readonly refreshTTL?: TTLBackend['refreshTTL'];
  readonly acquireLock?: LockableBackend['acquireLock'];
  readonly releaseLock?: LockableBackend['releaseLock'];
  readonly getMany?: (keys: readonly string[]) => Promise<(Uint8Array | null)[]>;
  readonly setMany?: (entries: Entries, ttlSeconds?: number) => Promise<void>;
  readonly deleteMany?: (keys: readonly string[]) => Promise<number>;
  readonly #store: Backend;
  readonly #hide: HideKey;

  constructor(store: Backend, hide: HideKey) {
    this.#store = store;
    this.#hide = hide;
    this.keyPrefix = store.keyPrefix ?? '';
    this.compressionDefault = store.compressionDefault ?? true;
    const { validateTtl, getWithTtl, getMany, setMany, deleteMany } = store;
    if (validateTtl !== undefined) {
      this.validateTtl = (ttlSeconds) => Reflect.apply(validateTtl, store, [ttlSeconds]);
    }
    if (getWithTtl !== undefined) {
      this.getWithTtl = (key) => this.#at(key, (name) => Reflect.apply(getWithTtl, store, [name]));
    }
    if (isTTLBackend(store)) {
      this.getTTL = (key) => this.#at(key, (name) => store.getTTL(name));
      this.refreshTTL = (key, ttl) => this.#at(key, (name) => store.refreshTTL(name, ttl));
    }
    if (isLockableBackend(store)) {
      this.acquireLock = (key, ms) => this.#at(key, (name) => store.acquireLock(name, ms));
      this.releaseLock = (key, id) => this.#at(key, (name) => store.releaseLock(name, id));
    }
    if (getMany !== undefined) {
      this.getMany = async (keys) => Reflect.apply(getMany, store, [await this.#all(keys)]);
    }
    if (deleteMany !== undefined) {
      this.deleteMany = async (keys) => Reflect.apply(deleteMany, store, [await this.#all(keys)]);
    }
    if (setMany !== undefined) {
      this.setMany = async (entries, ttlSeconds) => {
        const copies = entries.map(([key, value]) => [key, value.slice()] as const);
        const names = await this.#all(copies.map(([key]) => key));
        const renamed = copies.map(([key, value], i) => [names[i] ?? key, value] as const);
        await Reflect.apply(setMany, store, [renamed, ttlSeconds]);
      };
    }
  }

  get(key: string): Promise<Uint8Array | null> {
    return this.#at(key, (name) => this.#store.get(name));
  }

  set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    return this.#at(key, (name, bytes) => this.#store.set(name, bytes ?? value, ttlSeconds), value);
  }

  delete(key: string): Promise<boolean> {
    return this.#at(key, (name) => this.#store.delete(name));
  }

  exists(key: string): Promise<boolean> {
    return this.#at(key, (name) => this.#store.exists(name));
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  validateKey(key: string): void {
    requireCacheKey(key, 0, false);
  }

  /** Asks the store in the call where the name is known in the call, else with a copy of the value. */
  async #at<T>(
    key: string,
    ask: (name: string, value?: Uint8Array) => Promise<T>,
    value?: Uint8Array,
  ): Promise<T> {
    const name = this.#nameOf(key);
    if (!isThenable(name)) return await ask(name, value);
    const copy = value?.slice();
    return await ask(await name, copy);
  }

  async #all(keys: readonly string[]): Promise<string[]> {
    return await Promise.all(keys.map((key) => this.#nameOf(key)));
  }

  #nameOf(key: string): MaybePromise<string> {
    this.validateKey(key);
    return this.#hide(key);
  }
}

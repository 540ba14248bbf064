import type { Cache, SetOptions } from '../api.ts';
import type { Backend } from '../backends/backend.ts';
import type { ValueCodec } from '../codec/index.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { resolveTtl } from '../config/ttl.ts';
import { isThenable } from '../core/thenable.ts';
import { BackendError } from '../errors.ts';
import type { EntryFormat } from './entry-format.ts';

/** Everything a cache is made of; passed in, so that this file knows no core and no store. */
export interface CacheParts {
  backend: Backend;
  codec: ValueCodec;
  format: EntryFormat;
  /** Seconds. */
  defaultTtl: number;
}

/**
 * A cache over one backend. On a synchronous core an encrypted `set` awaits nothing but the store:
 * the seal's result is awaited only when it is a thenable.
 */
export class BackendCache implements Cache {
  readonly #backend: Backend;
  readonly #codec: ValueCodec;
  readonly #format: EntryFormat;
  readonly #defaultTtl: number;
  #closing: Promise<void> | null = null;

  constructor(parts: CacheParts) {
    this.#backend = parts.backend;
    this.#codec = parts.codec;
    this.#format = parts.format;
    this.#defaultTtl = parts.defaultTtl;
  }

  get<T>(key: string): Promise<T | null>;
  async get(key: string): Promise<unknown> {
    this.#requireUsable(key);
    const stored = await this.#backend.get(key);
    if (stored === null) return null;
    const encoded = this.#format.read(key, stored);
    return this.#codec.decode(isThenable(encoded) ? await encoded : encoded);
  }

  async set<T>(key: string, value: T, options?: SetOptions): Promise<void> {
    this.#requireUsable(key);
    const ttl = this.#ttlOf(options);
    this.#backend.validateTtl?.(ttl);
    const stored = this.#format.write(key, this.#codec.encode(value));
    await this.#backend.set(key, isThenable(stored) ? await stored : stored, ttl);
  }

  async delete(key: string): Promise<boolean> {
    this.#requireUsable(key);
    return await this.#backend.delete(key);
  }

  async exists(key: string): Promise<boolean> {
    this.#requireUsable(key);
    return await this.#backend.exists(key);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#format.dispose();
    this.#codec.wipe();
    await this.#backend.close();
  }

  #ttlOf(options: SetOptions | undefined): number {
    if (options === undefined) return this.#defaultTtl;
    requireOptionsObject(options, 'set()');
    requireKnownOptions(options, ['ttl'], 'set()');
    return options.ttl === undefined ? this.#defaultTtl : resolveTtl(options.ttl, 'ttl');
  }

  #requireUsable(key: string): void {
    if (this.#closing !== null) {
      throw new BackendError('the cache is closed; create a new one', 'permanent');
    }
    this.#format.validateKey(key);
    this.#backend.validateKey?.(key);
  }
}

/** Keys of wrapped functions: `{namespace}:{64 hex}` (docs/cache-keys.md). */
import { CACHE_KEY_HASH_LENGTH } from '../config/constants.ts';
import { CachekitError, ConfigurationError, SerializationError } from '../errors.ts';
import { ArgumentWalk } from './argument-walk.ts';
import { type FunctionIdentity, requireName, requireNamespace } from './identity.ts';
import { writeReferenceCall } from './reference-arguments.ts';
import { writeTypedCall } from './typed-arguments.ts';

/** BLAKE2b-256 of the bytes as 64 lowercase hex digits. Must neither keep nor change them. */
export type KeyHash = (bytes: Uint8Array) => string;

/** 'sealcache' tells all values apart; 'cachekit-ts' gives the reference SDK's keys for plain JSON. */
export type KeyFormat = 'sealcache' | 'cachekit-ts';

/** Namespaces that were checked; forgotten together when there are this many. */
const MAX_KNOWN = 1024;
const HASH_SUFFIX = new RegExp(`:[0-9a-f]{${CACHE_KEY_HASH_LENGTH}}$`, 'i');

/**
 * Makes the keys of one cache. Synchronous; one instance per thread. The kept buffer holds the last
 * arguments until the next call or `wipe`.
 */
export class WrapKeys {
  readonly #hash: KeyHash;
  readonly #format: KeyFormat;
  readonly #walk = new ArgumentWalk();
  readonly #known = new Set<string>();
  #busy = false;

  /** Throws `ConfigurationError` for an unknown format. */
  constructor(hash: KeyHash, format: KeyFormat = 'sealcache') {
    if (format !== 'sealcache' && format !== 'cachekit-ts') {
      throw new ConfigurationError("keyFormat must be 'sealcache' or 'cachekit-ts'");
    }
    this.#hash = hash;
    this.#format = format;
  }

  /**
   * The key of one call. Equal arguments give the same key in every process and release; which count
   * as equal, and which are refused, says docs/cache-keys.md. In the format 'cachekit-ts' the name
   * is not part of the key.
   * @throws {ConfigurationError} an identity or argument that can have no key; names its place
   * @throws {ValueTooLargeError} over 64 KiB encoded, 50 levels or 10,000 entries of one collection
   */
  keyFor(identity: FunctionIdentity, args: readonly unknown[]): string {
    const { namespace, name } = identity;
    if (!this.#known.has(namespace)) this.#check(namespace);
    requireName(name);
    return `${namespace}:${this.paramsHash(name, args)}`;
  }

  /** The part of the key behind the namespace. The name is taken as it is. */
  paramsHash(name: string | undefined, args: readonly unknown[]): string {
    // A proxy among the arguments can call back; its call would overwrite the bytes of this one.
    if (this.#busy) {
      throw new ConfigurationError(
        'A key must not be made while the arguments of another are read',
      );
    }
    this.#busy = true;
    try {
      return this.#hash(this.#encode(name, args));
    } finally {
      this.#busy = false;
    }
  }

  /** Overwrites the kept buffer. The instance stays usable. */
  wipe(): void {
    this.#walk.wipe();
    this.#known.clear();
  }

  #encode(name: string | undefined, args: readonly unknown[]): Uint8Array {
    const walk = this.#walk;
    walk.restart();
    try {
      if (this.#format === 'sealcache') writeTypedCall(walk, name, args);
      else writeReferenceCall(walk, args);
      return walk.out.finish();
    } catch (error) {
      if (error instanceof SerializationError) {
        walk.refuse(
          'holds a lone surrogate, which UTF-8 cannot carry; repair it with toWellFormed()',
        );
      }
      if (error instanceof CachekitError) throw error;
      // Foreign error texts may quote the arguments, so neither text nor cause goes on.
      return walk.refuse('threw while it was read; pass plain data without proxies');
    }
  }

  #check(namespace: string): void {
    requireNamespace(namespace);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(namespace);
  }
}

/**
 * The hash part of the key that a function without a registered name has: 64 hex digits.
 * @throws as `WrapKeys.keyFor`
 */
export function generateParamsHash(
  args: readonly unknown[],
  hash: KeyHash,
  format: KeyFormat = 'sealcache',
): string {
  return new WrapKeys(hash, format).paramsHash(undefined, args);
}

/** A key without its trailing `:` and 64 hex digits; a key without them as it is (REFERENCE §5.2). */
export function extractNamespace(key: string): string {
  return HASH_SUFFIX.test(key) ? key.slice(0, -CACHE_KEY_HASH_LENGTH - 1) : key;
}

import type { ValueCodec } from '../codec/index.ts';
import { randomHex } from '../config/hex.ts';
import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError, SerializationError } from '../errors.ts';
import { isEntryFault } from './entry-fault.ts';
import type { EntryFormat } from './entry-format.ts';
import type { Observer } from './observer.ts';
import { TAG_VERSION_KEYS } from './own-keys.ts';
import type { CallLimits, Store } from './store.ts';

/**
 * Seconds a version lives, the most every store takes. An entry that outlives the versions of its tags
 * is a miss, never a value out of date.
 */
const VERSION_TTL = 30 * 24 * 3600;

/** 64 random bits, hex. */
const VERSION = /^[0-9a-f]{16}$/;

interface Parts {
  readonly store: Store;
  readonly format: EntryFormat;
  readonly codec: ValueCodec;
  readonly observer: Observer;
  /** Hex digest of a tag. */
  readonly digest: (tag: string) => MaybePromise<string>;
}

/**
 * The version of each tag, kept in the store beside the entries and sealed as they are. An entry
 * remembers the versions its tags had when its value was made; who changes a version makes every such
 * entry a miss, without knowing which they are.
 */
export class TagVersions {
  readonly #parts: Parts;
  #waiting: Lookups | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Whether an entry's tags all have the versions it remembers; `undefined` where the store gave no
   * answer. Questions of one turn are asked together.
   */
  async areCurrent(
    remembered: ReadonlyMap<string, string>,
    limits?: CallLimits,
  ): Promise<boolean | undefined> {
    const current = await this.#lookup([...remembered.keys()], limits);
    let clear = true;
    for (const [tag, version] of remembered) {
      const found = current.get(tag);
      if (found === undefined) clear = false;
      else if (found !== version) return false;
    }
    return clear ? true : undefined;
  }

  /**
   * The versions for a value that is about to be made, new ones for tags that have none. Where the
   * store does not answer, ones that nobody else will ever know: the entry then lives in L1 alone.
   */
  async forWriting(
    tags: readonly string[],
    limits?: CallLimits,
  ): Promise<ReadonlyMap<string, string>> {
    const current = await this.#lookup(tags, limits);
    const versions = new Map<string, string>();
    const made = new Map<string, string>();
    for (const tag of tags) {
      const found = current.get(tag);
      const version = found ?? randomVersion();
      versions.set(tag, version);
      if (found === null) made.set(tag, version);
    }
    if (made.size > 0) await this.#storeIfPossible(made, limits);
    return versions;
  }

  /** Gives each tag a new version: what carries one is out of date from now on, in every process. */
  async renew(tags: readonly string[], limits?: CallLimits): Promise<void> {
    await this.#store(new Map(tags.map((tag) => [tag, randomVersion()])), limits);
  }

  /** `null` for a tag without a version, absent where the store gave no answer. */
  async #lookup(
    tags: readonly string[],
    limits: CallLimits | undefined,
  ): Promise<Map<string, string | null>> {
    if (limits !== undefined) return await this.#fetch(tags, limits);
    if (this.#waiting === null) {
      const asked = new Set<string>();
      const answer = Promise.resolve().then(() => {
        this.#waiting = null;
        return this.#fetch([...asked]);
      });
      this.#waiting = { asked, answer };
    }
    const { asked, answer } = this.#waiting;
    for (const tag of tags) asked.add(tag);
    return await answer;
  }

  async #fetch(tags: readonly string[], limits?: CallLimits): Promise<Map<string, string | null>> {
    const keys = await Promise.all(tags.map((tag) => this.#keyOf(tag)));
    const entries = await this.#parts.store.getMany(keys, limits);
    const versions = new Map<string, string | null>();
    for (const [index, tag] of tags.entries()) {
      const entry = entries[index];
      if (entry === undefined) continue;
      const version = entry === null ? null : await this.#read(keys[index] ?? '', entry.bytes);
      if (version !== undefined) versions.set(tag, version);
    }
    return versions;
  }

  /**
   * A version that is damaged is as good as none: what remembers it becomes a miss. `undefined` where
   * this process could not read it, which is no answer.
   */
  async #read(key: string, bytes: Uint8Array): Promise<string | null | undefined> {
    const { format, codec, observer } = this.#parts;
    try {
      const opened = format.read(key, bytes);
      const version = codec.decode(isThenable(opened) ? await opened : opened);
      if (typeof version === 'string' && VERSION.test(version)) return version;
      throw new SerializationError('the stored version of a tag is malformed');
    } catch (error) {
      this.#requireAbsorbable(error);
      observer.failed('tag_version', key, error, 'entries with the tag are misses');
      return isEntryFault(error) ? null : undefined;
    }
  }

  /** New versions that cannot be sealed cost the entry its place in the store, as their loss would. */
  async #storeIfPossible(
    versions: ReadonlyMap<string, string>,
    limits?: CallLimits,
  ): Promise<void> {
    try {
      await this.#store(versions, limits);
    } catch (error) {
      if (limits?.signal?.aborted === true) throw error;
      this.#requireAbsorbable(error);
      const [tag = ''] = versions.keys();
      this.#parts.observer.failed('tag_version', tag, error, 'the entry lives in L1 alone');
    }
  }

  #requireAbsorbable(error: unknown): void {
    const { store } = this.#parts;
    if (isEntryFault(error)) return;
    if (!store.degrades || error instanceof ConfigurationError) throw error;
  }

  async #store(versions: ReadonlyMap<string, string>, limits?: CallLimits): Promise<void> {
    const { format, codec, store } = this.#parts;
    const entries: [string, Uint8Array][] = [];
    for (const [tag, version] of versions) {
      const key = await this.#keyOf(tag);
      const written = format.write(key, codec.encode(version));
      entries.push([key, isThenable(written) ? await written : written]);
    }
    await store.setMany(entries, VERSION_TTL, limits);
  }

  async #keyOf(tag: string): Promise<string> {
    return TAG_VERSION_KEYS + (await this.#parts.digest(tag));
  }
}

/** Questions of one turn on their way to the store. */
interface Lookups {
  readonly asked: Set<string>;
  readonly answer: Promise<Map<string, string | null>>;
}

const VERSION_BYTES = 8;

function randomVersion(): string {
  return randomHex(VERSION_BYTES);
}

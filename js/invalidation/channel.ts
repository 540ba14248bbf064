import { hasMethods } from '../config/has-methods.ts';

/** How an entry ends in the store. */
export interface EntryEnd {
  /** The last bytes of it, none where it is not there. */
  readonly bytes: Uint8Array;
  /** Milliseconds it lives on; `Infinity` where it has no TTL. */
  readonly lifeMs: number;
}

/**
 * Looks at an entry in the store. Whatever changes it later is told by `changed` after the answer, never
 * before it.
 * @param key without the prefix
 * @param length how many of its last bytes, fewer where it is shorter
 */
export type PeekEntry = (key: string, length: number) => Promise<EntryEnd>;

/** What to watch in the store itself, for a transport that can. */
export interface KeyWatch {
  /** Of the backend; keys without it are not watched. */
  readonly keyPrefix: string;
  /**
   * An entry was written, deleted, given another TTL, expired or evicted, by anybody: one's own writes
   * included.
   * @param key without the prefix; `null` where any entry may have been
   */
  readonly changed: (key: string | null) => void;
  /** From now on keys are told of, and can be looked at; `null` when that has ended. */
  readonly tracked: (peek: PeekEntry | null) => void;
}

/**
 * Carries events between caches: at most once, in any order. It needs no secrecy and no
 * authentication of its own; events of an encrypted cache bring their own proof.
 */
export interface InvalidationTransport {
  /** Resolves when the bytes are handed over. They are the transport's to keep. */
  publish(bytes: Uint8Array): Promise<void>;
  /**
   * Calls `listener` with what anybody published from now on, one's own events included.
   * @param restored called when it listens again after a gap in which events may have been missed
   * @param keys left aside by a transport that only carries events
   * @returns a function that ends it; the transport itself is its owner's to close
   */
  subscribe(
    listener: (bytes: Uint8Array) => void,
    restored?: () => void,
    keys?: KeyWatch,
  ): Promise<() => Promise<void>>;
}

export function isInvalidationTransport(value: unknown): value is InvalidationTransport {
  return hasMethods(value, ['publish', 'subscribe']);
}

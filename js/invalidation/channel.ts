import { hasMethods } from '../config/has-methods.ts';

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
   * @returns a function that ends it; the transport itself is its owner's to close
   */
  subscribe(
    listener: (bytes: Uint8Array) => void,
    restored?: () => void,
  ): Promise<() => Promise<void>>;
}

export function isInvalidationTransport(value: unknown): value is InvalidationTransport {
  return hasMethods(value, ['publish', 'subscribe']);
}

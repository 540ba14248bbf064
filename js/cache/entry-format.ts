import type { ValueCodec } from '../codec/index.ts';
import type { MaybePromise } from '../core/core.ts';
import type { LabelledBytes } from './entry-label.ts';

/** Values to bytes and back. `encode` may give a kept buffer. */
export type EntryCodec = Pick<ValueCodec, 'encode' | 'decode'>;

/**
 * How encoded values become stored bytes and back. Chosen once, by configuration: a stored entry never
 * decides how it is read (PROTOCOL §6.5, ENC-2).
 */
export interface EntryFormat {
  /** Whether entries are encrypted. */
  readonly sealed: boolean;

  /** @throws {ConfigurationError} unless entries are encrypted */
  requireSealed(): void;

  /**
   * Stored bytes for a value. `encoded` may be reused as soon as the call returns; the result is the
   * caller's.
   */
  write(key: string, encoded: Uint8Array): MaybePromise<Uint8Array>;

  /** The encoded value of stored bytes. */
  read(key: string, stored: Uint8Array): MaybePromise<Uint8Array>;

  /** What `read` gave, without its label where this format has any. */
  split(opened: Uint8Array): LabelledBytes;

  /** Throws `ConfigurationError` for a key that could not be written under. Before any I/O. */
  validateKey(key: string): void;

  /** Wipes keys. Idempotent. */
  dispose(): void;
}

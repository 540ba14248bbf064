import { requireCacheKey } from '../core/aad-limit.ts';
import {
  CONTAINER_ENVELOPE,
  CONTAINER_PLAIN,
  type Container,
  type MaybePromise,
} from '../core/core.ts';
import type { EncryptionManagerBase } from '../core/encryption-manager.ts';
import type { EntryFormat } from './entry-format.ts';
import { splitLabel } from './entry-label.ts';

/**
 * Encrypted entries. An entry is bound to the key as the store sees it, the backend's prefix included
 * (PROTOCOL §6.5), so that it cannot be moved between prefixes of one store.
 */
export class SealedFormat implements EntryFormat {
  readonly sealed = true;
  readonly split = splitLabel;
  readonly #manager: EncryptionManagerBase;
  readonly #keyPrefix: string;
  readonly #container: Container;
  readonly #maxValueBytes: number;

  constructor(
    manager: EncryptionManagerBase,
    keyPrefix: string,
    compression: boolean,
    maxValueBytes: number,
  ) {
    this.#manager = manager;
    this.#keyPrefix = keyPrefix;
    this.#container = compression ? CONTAINER_ENVELOPE : CONTAINER_PLAIN;
    this.#maxValueBytes = maxValueBytes;
  }

  write(key: string, encoded: Uint8Array): MaybePromise<Uint8Array> {
    return this.#manager.sealNow(encoded, this.#keyPrefix + key, this.#container);
  }

  read(key: string, stored: Uint8Array): MaybePromise<Uint8Array> {
    const cacheKey = this.#keyPrefix + key;
    return this.#manager.openNow(stored, cacheKey, this.#container, this.#maxValueBytes);
  }

  requireSealed(): void {}

  validateKey(key: string): void {
    // On its own first: joined to the prefix, a number would pass for text and nothing for a key.
    requireCacheKey(key, 0, false);
    this.#manager.validateKey(this.#keyPrefix + key, this.#container !== CONTAINER_PLAIN);
  }

  dispose(): void {
    this.#manager.dispose();
  }
}

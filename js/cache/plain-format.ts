import { requireCacheKey } from '../core/aad-limit.ts';
import type { Core, MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError, ValueTooLargeError } from '../errors.ts';
import type { EntryFormat } from './entry-format.ts';
import { splitLabel } from './entry-label.ts';

/** Unencrypted entries: a ByteStorage envelope, or the encoded bytes alone (PROTOCOL §4). */
export class PlainFormat implements EntryFormat {
  readonly sealed = false;
  readonly split = splitLabel;
  readonly #loadCore: () => MaybePromise<Core>;
  readonly #compression: boolean;
  readonly #maxValueBytes: number;

  constructor(loadCore: () => MaybePromise<Core>, compression: boolean, maxValueBytes: number) {
    this.#loadCore = loadCore;
    this.#compression = compression;
    this.#maxValueBytes = maxValueBytes;
  }

  write(_key: string, encoded: Uint8Array): MaybePromise<Uint8Array> {
    if (!this.#compression) return encoded.slice();
    const core = this.#loadCore();
    if (!isThenable(core)) return core.pack(encoded);
    // The caller may reuse its buffer while the core loads.
    return this.#packLater(core, encoded.slice());
  }

  read(_key: string, stored: Uint8Array): MaybePromise<Uint8Array> {
    if (!this.#compression) {
      if (stored.length <= this.#maxValueBytes) return stored;
      throw new ValueTooLargeError('the stored entry exceeds serializer.maxDecodedSize');
    }
    const core = this.#loadCore();
    return isThenable(core)
      ? this.#unpackLater(core, stored)
      : core.unpack(stored, this.#maxValueBytes);
  }

  requireSealed(): void {
    throw new ConfigurationError(
      'secure.wrap() needs an encrypted cache: give createCache() an encryption option',
    );
  }

  validateKey(key: string): void {
    requireCacheKey(key, 0, this.#compression);
  }

  dispose(): void {}

  async #packLater(core: PromiseLike<Core>, encoded: Uint8Array): Promise<Uint8Array> {
    return (await core).pack(encoded);
  }

  async #unpackLater(core: PromiseLike<Core>, stored: Uint8Array): Promise<Uint8Array> {
    return (await core).unpack(stored, this.#maxValueBytes);
  }
}

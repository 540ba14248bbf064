import { IntegrityError, SerializationError } from '../errors.ts';
import { plainBytes } from './bytes.ts';
import type { Core, MaybePromise } from './core.ts';
import { isThenable } from './thenable.ts';

/** Largest value, packed or not, bytes (PROTOCOL §3.4). */
const MAX_VALUE_BYTES = 512 * 1024 * 1024;

/**
 * Packs bytes as ByteStorage envelopes, LZ4 with a checksum, and unpacks them (PROTOCOL §3).
 *
 * Results are given in the call where the core of the runtime is there and synchronous, which is on
 * Node with the native core; else as a promise. `await` fits both.
 */
export class ByteStorageBase {
  readonly #loadCore: () => MaybePromise<Core>;

  constructor(loadCore: () => MaybePromise<Core>) {
    this.#loadCore = loadCore;
  }

  /** Bytes a value may have, packed or not. */
  get maxValueBytes(): number {
    return MAX_VALUE_BYTES;
  }

  /** @throws {ValueTooLargeError} above 512 MiB */
  pack(data: Uint8Array): MaybePromise<Uint8Array> {
    return this.#with(data, 'data', (core, bytes) => core.pack(bytes));
  }

  /**
   * @param maxValueBytes largest value that is accepted; looked at before anything is unpacked
   * @throws {SerializationError} for bytes that are not one whole MessagePack document
   * @throws {IntegrityError} for any other that are no envelope, or a damaged one
   * @throws {ValueTooLargeError} above `maxValueBytes`
   */
  unpack(packed: Uint8Array, maxValueBytes: number = MAX_VALUE_BYTES): MaybePromise<Uint8Array> {
    return this.#with(packed, 'packed', (core, bytes) => core.unpack(bytes, maxValueBytes));
  }

  /** Whether `unpack` would succeed. */
  validate(packed: Uint8Array): MaybePromise<boolean> {
    return this.#with(packed, 'packed', (core, bytes) => {
      try {
        core.unpack(bytes, MAX_VALUE_BYTES);
        return true;
      } catch (error) {
        if (error instanceof IntegrityError || error instanceof SerializationError) return false;
        throw error;
      }
    });
  }

  /** Packed bytes per byte of data; more than 1 where packing does not pay. 1 for no bytes. */
  estimateCompressionRatio(data: Uint8Array): MaybePromise<number> {
    return this.#with(data, 'data', (core, bytes) =>
      bytes.length === 0 ? 1 : core.pack(bytes).length / bytes.length,
    );
  }

  #with<T>(
    given: Uint8Array,
    name: string,
    use: (core: Core, bytes: Uint8Array) => T,
  ): MaybePromise<T> {
    const bytes = plainBytes(given, name);
    const core = this.#loadCore();
    // The caller may reuse its buffer while the core loads.
    return isThenable(core) ? later(core, bytes.slice(), use) : use(core, bytes);
  }
}

async function later<T>(
  loading: PromiseLike<Core>,
  bytes: Uint8Array,
  use: (core: Core, bytes: Uint8Array) => T,
): Promise<T> {
  return use(await loading, bytes);
}

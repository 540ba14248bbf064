import { InteropDecoder } from './value-decoder.ts';
import { InteropEncoder } from './value-encoder.ts';

/**
 * What a function gave, encoded. Later callers get what decoding it gives: a Set comes back as an array,
 * and a float of another language as a number, which alone would not be written as one again.
 */
export class Computed {
  readonly document: Uint8Array;

  constructor(document: Uint8Array) {
    this.document = document;
  }
}

/** Values of interop mode to bytes and back. Synchronous; one instance per thread. */
export class InteropCodec {
  readonly #encoder = new InteropEncoder();
  readonly #decoder = new InteropDecoder();

  /** Canonical MessagePack, **valid until the next `encode`**. */
  encode(value: unknown): Uint8Array {
    return value instanceof Computed ? value.document : this.#encoder.of(value);
  }

  decode(document: Uint8Array): unknown {
    return this.#decoder.decode(document);
  }

  /**
   * For the write and for callers who wait. `null` stays what it is, so that it has its own TTL.
   * @throws as `encodeInteropValue`
   */
  computed(value: unknown): Computed | null {
    return value === null ? null : new Computed(this.encode(value).slice());
  }

  /** `T` is the caller's claim. */
  settled<T>(outcome: unknown): T;
  settled(outcome: unknown): unknown {
    return outcome instanceof Computed ? this.decode(outcome.document) : outcome;
  }

  wipe(): void {
    this.#encoder.wipe();
  }
}

/**
 * A value as every CacheKit SDK stores it in interop mode: canonical MessagePack (PROTOCOL §7.4).
 * @throws {SerializationError} outside of null, boolean, number, bigint, string, Uint8Array, Array,
 *   plain object, Set, Date, PlainDate, PlainTime, InteropFloat and InteropUuid
 * @throws {ValueTooLargeError} above 1 MiB, 100 levels or 10,000 entries of a collection
 */
export function encodeInteropValue(value: unknown): Uint8Array {
  return new InteropCodec().encode(value).slice();
}

/**
 * The value of a document that any CacheKit SDK stored in interop mode. Integers beyond ±(2^53 − 1) are
 * BigInts, temporal sentinels Date, PlainDate and PlainTime. `T` is the caller's claim: nothing checks it.
 * @throws {SerializationError} for anything but exactly one document
 */
export function decodeInteropValue<T>(document: Uint8Array): T;
export function decodeInteropValue(document: Uint8Array): unknown {
  return new InteropCodec().decode(document);
}

import { Decoder } from './decoder.ts';
import { Encoder } from './encoder.ts';
import { type CodecLimitOptions, type CodecLimits, resolveLimits } from './limits.ts';

/**
 * Encodes values as MessagePack without sorting keys, and decodes what this codec, or the reference
 * SDK in auto mode, has written. What goes in comes back as an equal value of the same type, or is
 * refused with an error; nothing is dropped or converted, save these:
 *
 * * `undefined`, also as a property or array element, and holes in arrays come back as `null`;
 * * a Buffer, or another subclass of Uint8Array, comes back as a Uint8Array of its own memory;
 * * objects without a prototype come back with `Object.prototype`;
 * * properties that are not enumerable, and named properties of arrays and typed arrays, are not
 *   data;
 * * a getter is read once, and comes back as a property with the value it gave;
 * * a Date read from a foreign writer keeps milliseconds, its further digits are cut off.
 *
 * Numbers stay numbers (−0, NaN and ±Infinity too) and BigInts of up to 4096 bits stay BigInts.
 * Date, Map, Set, ArrayBuffer, DataView, typed arrays, PlainDate and PlainTime round-trip through
 * sentinel maps (see `sentinel-names.ts`); a plain object that looks like one is escaped and comes
 * back as a plain object. `__proto__` is an ordinary key. Refused: functions, symbols, symbol keys,
 * class instances, subclasses, RegExp, Error, Promise, weak and shared memory, invalid
 * Dates, lone surrogates, cycles, and `undefined` as a Map key or Set member.
 *
 * Errors are `SerializationError` (cannot be encoded or decoded; nested too deep) and
 * `ValueTooLargeError` (a size limit). Synchronous; one instance per thread.
 */
export class ValueCodec {
  readonly limits: CodecLimits;
  readonly #encoder: Encoder;
  readonly #decoder: Decoder;

  /** Throws `ConfigurationError` for a limit out of range. */
  constructor(limits?: CodecLimitOptions) {
    this.limits = resolveLimits(limits);
    this.#encoder = new Encoder(this.limits);
    this.#decoder = new Decoder(this.limits, true);
  }

  /**
   * The result is a view of a kept buffer, **valid until the next `encode`**: use it up in the same
   * turn, or copy it.
   */
  encode(value: unknown): Uint8Array {
    return this.#encoder.encode(value);
  }

  /**
   * The result shares no memory with `document`. Hostile bytes end in a named error before memory
   * is taken beyond what the bytes can back (PROTOCOL §8).
   */
  decode(document: Uint8Array): unknown {
    return this.#decoder.decode(document);
  }

  /** Overwrites the kept buffer and forgets cached property names. The codec stays usable. */
  wipe(): void {
    this.#encoder.wipe();
    this.#decoder.wipe();
  }
}

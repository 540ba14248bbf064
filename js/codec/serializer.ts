import type { SerializerConfig } from '../api.ts';
import { ValueCodec } from './value-codec.ts';

/** Values to bytes and back. */
export interface Serializer {
  encode<T>(value: T): Uint8Array;
  /** `T` is the caller's claim: nothing checks it. */
  decode<T>(data: Uint8Array): T;
}

/**
 * The codec of a cache on its own: MessagePack as an unencrypted, uncompressed entry holds it. See
 * `ValueCodec` for the values it takes and the errors it throws.
 *
 * @example
 * const serializer = new MessagePackSerializer({ maxEncodedSize: 4096 });
 * serializer.decode(serializer.encode(new Date(0))); // a Date
 */
export class MessagePackSerializer implements Serializer {
  readonly #codec: ValueCodec;

  /** @throws {ConfigurationError} for a limit out of range */
  constructor(config?: SerializerConfig) {
    this.#codec = new ValueCodec(config);
  }

  /** The result is the caller's. */
  encode<T>(value: T): Uint8Array {
    return this.#codec.encode(value).slice();
  }

  decode<T>(data: Uint8Array): T;
  decode(data: Uint8Array): unknown {
    return this.#codec.decode(data);
  }
}

/** With the limits a cache has by default. */
export const defaultSerializer: Serializer = /* @__PURE__ */ new MessagePackSerializer();

/**
 * What the cache engine needs from the C++ core, whatever target it was compiled to.
 *
 * Every method may return its value or a thenable; callers await only a thenable (`isThenable`).
 * The native core returns values, so Node seals synchronously; the wasm core returns promises where
 * WebCrypto is involved. Both give the same bytes for the same key, nonce and input.
 */

/** A value, or a promise of one. Test with `isThenable`, never with `instanceof Promise`. */
export type MaybePromise<T> = T | PromiseLike<T>;

/** The value's own bytes; AAD says "False". */
export const CONTAINER_PLAIN = 0;
/** The core packs and unpacks a ByteStorage envelope; AAD says "True". */
export const CONTAINER_ENVELOPE = 1;
/** The caller's bytes are an envelope already; AAD says "True". */
export const CONTAINER_PACKED = 2;

/** What the plaintext of an entry is (PROTOCOL §6.5): by configuration, never by content. */
export type Container =
  | typeof CONTAINER_PLAIN
  | typeof CONTAINER_ENVELOPE
  | typeof CONTAINER_PACKED;

/**
 * Raw key bytes of a tenant. The core reads them before `createSealer` returns and keeps no reference,
 * so that the caller may wipe them then, whatever comes back.
 */
export interface SealerKeys {
  /** Exactly 32 bytes. */
  readonly current: Uint8Array;
  /** At most 3, each exactly 32 bytes, none equal to `current` or to another. */
  readonly previous: readonly Uint8Array[];
  /** 1–1024 bytes of UTF-8. */
  readonly tenantId: string;
}

/** Bytes of what `Sealer.authenticate` gives. */
export const MAC_BYTES = 32;

export interface Core {
  readonly kind: 'native' | 'wasm';
  /** Whether AES runs on CPU instructions; `null` where the platform does not tell. */
  readonly hardwareAccelerated: boolean | null;

  /** Derives the tenant's keys. Throws (or rejects with) `ConfigurationError` for bad keys. */
  createSealer(keys: SealerKeys): MaybePromise<Sealer>;

  /** Packs bytes as a ByteStorage envelope (PROTOCOL §3). The result is the caller's. */
  pack(value: Uint8Array): Uint8Array;

  /** Unpacks and verifies an envelope whose value has at most `maxValueBytes`. */
  unpack(envelope: Uint8Array, maxValueBytes: number): Uint8Array;

  /** Throws `SerializationError` when a MessagePack document breaks the bounds of PROTOCOL §8. */
  checkDecodeBounds(document: Uint8Array, depthLimit: number): void;

  /**
   * The key of a call in interop mode (PROTOCOL §7.1). `stream` holds its arguments as
   * shared/argument_token.h describes them; the core makes them canonical. Throws `ConfigurationError`
   * for segments or arguments that can have no key, `ValueTooLargeError` above 1 MiB.
   */
  interopKey(namespace: string, operation: string, stream: Uint8Array): string;

  /** Packs bytes as an interop v2 container (PROTOCOL §9), as LZ4 where that is wanted and smaller. */
  packInterop(value: Uint8Array, compress: boolean): Uint8Array;

  /** The value of an interop v2 container, of at most `maxValueBytes`. */
  unpackInterop(container: Uint8Array, maxValueBytes: number): Uint8Array;

  /** Unkeyed BLAKE2b of the bytes, lowercase hex: 64 digits for 32 bytes, 32 digits for 16. */
  blake2bHex(data: Uint8Array, digestBytes: 16 | 32): string;
}

/** Seals and opens the entries of one tenant. Methods throw `EncryptionError` after `dispose()`. */
export interface Sealer {
  /**
   * Seals `value` for exactly this key: nonce ‖ ciphertext ‖ tag. The input is read before the
   * method returns, so the caller may reuse its buffer at once, also when a promise comes back.
   */
  seal(value: Uint8Array, cacheKey: string, container: Container): MaybePromise<Uint8Array>;

  /** Opens what `seal` wrote. `blob` must not change before the result is there. */
  open(
    blob: Uint8Array,
    cacheKey: string,
    container: Container,
    maxValueBytes: number,
  ): MaybePromise<Uint8Array>;

  /**
   * The MAC of a message that is not secret: 32 bytes, HMAC-SHA256 under the tenant's authentication
   * subkey of the current key. Never a promise: no cipher takes part.
   */
  authenticate(message: Uint8Array): Uint8Array;

  /** Whether any key of the ring made `mac`, compared in constant time. */
  verify(message: Uint8Array, mac: Uint8Array): boolean;

  /** 32 hex digits that name the current key; public. */
  readonly fingerprint: string;
  /** Nonces handed out so far. */
  readonly nonceCounter: number;
  /** 1 + the number of decrypt-only keys. */
  readonly keyringEntryCount: number;
  /** How many entries each keyring entry opened so far, current key first. */
  readonly opensByKey: readonly number[];

  /** Wipes all keys now. Idempotent. */
  dispose(): void;
}

import { toHex } from '../config/hex.ts';
import { EncryptionError } from '../errors.ts';
import { plainBytes } from './bytes.ts';
import { CONTAINER_ENVELOPE, type Container, type Sealer } from './core.ts';
import { coreError, ERROR_AAD_TOO_LARGE, ERROR_DISPOSED } from './core-error.ts';
import { CryptoKeyring } from './crypto-keyring.ts';
import type { DerivedKeys } from './wasm-keys.ts';
import { checked, type WasmMemory } from './wasm-memory.ts';
import type { WasmSealerObject } from './wasm-module.ts';
import type { WebCrypto } from './webcrypto.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_BYTES = 16;
/** UTF-8 is never shorter than UTF-16: a longer key cannot fit the AAD. */
const MAX_KEY_UNITS = 65_536;

/** A sealed entry with its nonce in place, and the rest of it that WebCrypto is working on. */
interface Sealing {
  readonly sealed: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Promise<ArrayBuffer>;
}

/**
 * Seals with C++ around WebCrypto's AES-256-GCM. Whatever touches linear memory runs without an await
 * in it, and no view of that memory outlives the call it was made for: concurrent operations only meet
 * where WebCrypto has its own copies.
 */
export class WasmSealer implements Sealer {
  readonly #memory: WasmMemory;
  readonly #ring: CryptoKeyring;
  readonly #fingerprint: string;
  #object: WasmSealerObject | null;

  /** Takes over `derived`. */
  constructor(memory: WasmMemory, webCrypto: WebCrypto, derived: DerivedKeys) {
    this.#memory = memory;
    this.#object = derived.object;
    this.#ring = new CryptoKeyring(webCrypto, derived.keys);
    const address = checked(derived.object.fingerprint());
    this.#fingerprint = toHex(memory.view(address, FINGERPRINT_BYTES));
  }

  async seal(value: Uint8Array, cacheKey: string, container: Container): Promise<Uint8Array> {
    const { sealed, ciphertext } = this.#startSealing(value, cacheKey, container);
    const bytes = new Uint8Array(await ciphertext);
    if (bytes.length !== sealed.length - NONCE_BYTES) {
      throw new EncryptionError(
        'WebCrypto gave a ciphertext of another length; nothing was sealed',
      );
    }
    sealed.set(bytes, NONCE_BYTES);
    return sealed;
  }

  async open(
    blob: Uint8Array,
    cacheKey: string,
    container: Container,
    maxValueBytes: number,
  ): Promise<Uint8Array> {
    const opening = this.#startOpening(blob, cacheKey, container, maxValueBytes);
    const plaintext = new Uint8Array(await opening);
    if (container !== CONTAINER_ENVELOPE && this.#object !== null) return plaintext;
    try {
      return this.#unwrap(plaintext, container, maxValueBytes);
    } finally {
      plaintext.fill(0);
    }
  }

  authenticate(message: Uint8Array): Uint8Array {
    const bytes = plainBytes(message, 'message');
    const object = this.#live();
    try {
      this.#memory.write([bytes]);
      return this.#memory.copyPublished(object.authenticate(bytes.length));
    } finally {
      object.wipe();
    }
  }

  verify(message: Uint8Array, mac: Uint8Array): boolean {
    const bytes = plainBytes(message, 'message');
    const given = plainBytes(mac, 'mac');
    const object = this.#live();
    try {
      this.#memory.write([bytes, given]);
      return checked(object.verify(bytes.length, given.length)) === 1;
    } finally {
      object.wipe();
    }
  }

  get fingerprint(): string {
    this.#live();
    return this.#fingerprint;
  }

  get nonceCounter(): number {
    return checked(this.#live().nonceCounter());
  }

  get keyringEntryCount(): number {
    this.#live();
    return this.#ring.size;
  }

  get opensByKey(): readonly number[] {
    this.#live();
    return this.#ring.opens;
  }

  dispose(): void {
    const object = this.#object;
    this.#object = null;
    this.#ring.dispose();
    object?.dispose();
    object?.delete();
  }

  /** The whole of `seal` before its await: the value is read and the nonce spent when it returns. */
  #startSealing(data: Uint8Array, cacheKey: string, container: Container): Sealing {
    const value = plainBytes(data, 'data');
    const object = this.#live();
    const memory = this.#memory;
    const packs = container === CONTAINER_ENVELOPE;
    try {
      const keySize = this.#writeKey(packs ? [value] : [], cacheKey);
      const aadSize = checked(
        packs
          ? object.reserve(value.length, keySize, container)
          : object.reserveAad(value.length, keySize, container),
      );
      const plaintext = packs ? memory.view(memory.result(2), memory.result(3)) : value;
      const sealed = new Uint8Array(NONCE_BYTES + plaintext.length + TAG_BYTES);
      const nonce = sealed.subarray(0, NONCE_BYTES);
      nonce.set(memory.view(memory.result(0), NONCE_BYTES));
      const aad = memory.view(memory.result(1), aadSize);
      return { sealed, ciphertext: this.#ring.encrypt(nonce, aad, plaintext) };
    } finally {
      object.wipe();
    }
  }

  #startOpening(
    sealed: Uint8Array,
    cacheKey: string,
    container: Container,
    maxValueBytes: number,
  ): Promise<ArrayBuffer> {
    const blob = plainBytes(sealed, 'ciphertext');
    const object = this.#live();
    try {
      const keySize = this.#writeKey([], cacheKey);
      const aadSize = checked(object.beginOpen(blob.length, keySize, container, maxValueBytes));
      const aad = this.#memory.view(this.#memory.result(0), aadSize);
      if (this.#ring.size === 1) return this.#ring.decrypt(blob, aad);
      // Further keys are tried after an await, when linear memory holds something else, and so may
      // the caller's.
      return this.#ring.decrypt(blob.slice(), aad.slice());
    } finally {
      object.wipe();
    }
  }

  #unwrap(plaintext: Uint8Array, container: Container, maxValueBytes: number): Uint8Array {
    const object = this.#live();
    try {
      this.#memory.write([plaintext]);
      const outcome = object.finishOpen(plaintext.length, container, maxValueBytes);
      return this.#memory.copyPublished(outcome);
    } finally {
      object.wipe();
    }
  }

  #writeKey(before: readonly Uint8Array[], cacheKey: string): number {
    if (cacheKey.length > MAX_KEY_UNITS) throw coreError(ERROR_AAD_TOO_LARGE);
    return this.#memory.write(before, cacheKey);
  }

  #live(): WasmSealerObject {
    if (this.#object === null) throw coreError(ERROR_DISPOSED);
    return this.#object;
  }
}

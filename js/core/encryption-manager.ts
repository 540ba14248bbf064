import { parseMasterKey, parsePreviousMasterKeys } from '../config/master-key.ts';
import { resolveTenantId } from '../config/tenant.ts';
import { requireCacheKey } from './aad-limit.ts';
import { requireBytes } from './bytes.ts';
import {
  CONTAINER_PACKED,
  CONTAINER_PLAIN,
  type Container,
  type Core,
  type MaybePromise,
  type Sealer,
} from './core.ts';
import { toEncryptionError } from './encryption-error.ts';
import { disposedError, KeyDerivation } from './key-derivation.ts';
import { isThenable } from './thenable.ts';

/** Largest plaintext `decrypt` returns, in bytes. */
const MAX_PLAINTEXT_BYTES = 100 * 1024 * 1024;

/**
 * Seals and opens bytes under one master key and tenant.
 *
 * Keys are derived on first use, once for all concurrent callers; a failed derivation is tried again
 * by the next call. `encrypt` and `decrypt` always give a promise. `encryptNow` and `decryptNow` give
 * the bytes, or throw, in the call once keys are derived and the core is synchronous (Node); before
 * that, after `dispose()` and on Workers they give a promise that settles the same way.
 *
 *     const manager = new EncryptionManager(generateKey());
 *     const sealed = await manager.encrypt(bytes, 'user:42');
 *     await manager.decrypt(sealed, 'user:42');
 *     manager.dispose();
 *
 * `compressed` is what the AAD says of the bytes: true when they are a ByteStorage envelope.
 */
export class EncryptionManagerBase {
  readonly #derivation: KeyDerivation;
  readonly #tenantBytes: number;

  /**
   * @param loadCore gives the C++ core of this runtime
   * @param masterKey 64 hex digits
   * @param tenantId "default" when left out
   * @param previousMasterKeys at most 3 decrypt-only keys, newest first
   * @throws {ConfigurationError} before anything is loaded
   */
  constructor(
    loadCore: () => MaybePromise<Core>,
    masterKey: string,
    tenantId?: string,
    previousMasterKeys?: readonly string[],
  ) {
    const tenant = resolveTenantId(tenantId, 'tenantId');
    const current = parseMasterKey(masterKey, 'masterKey');
    const previous = parsePreviousMasterKeys(previousMasterKeys, current, 'previousMasterKeys');
    this.#tenantBytes = new TextEncoder().encode(tenant).length;
    this.#derivation = new KeyDerivation(loadCore, { current, previous, tenantId: tenant });
  }

  /** Seals bytes for exactly this key: nonce ‖ ciphertext ‖ tag. */
  async encrypt(data: Uint8Array, cacheKey: string, compressed = false): Promise<Uint8Array> {
    return this.encryptNow(data, cacheKey, compressed);
  }

  /** Opens what `encrypt` wrote under this key and flag. */
  async decrypt(sealed: Uint8Array, cacheKey: string, compressed = false): Promise<Uint8Array> {
    return this.decryptNow(sealed, cacheKey, compressed);
  }

  /** As `encrypt`, synchronous where it can be. `data` may be reused as soon as the call returns. */
  encryptNow(data: Uint8Array, cacheKey: string, compressed = false): MaybePromise<Uint8Array> {
    return this.sealNow(data, cacheKey, compressed ? CONTAINER_PACKED : CONTAINER_PLAIN);
  }

  /** As `decrypt`, synchronous where it can be. */
  decryptNow(sealed: Uint8Array, cacheKey: string, compressed = false): MaybePromise<Uint8Array> {
    const container = compressed ? CONTAINER_PACKED : CONTAINER_PLAIN;
    return this.openNow(sealed, cacheKey, container, MAX_PLAINTEXT_BYTES);
  }

  /** Packs as `container` asks and seals, in one crossing into the core. */
  sealNow(value: Uint8Array, cacheKey: string, container: Container): MaybePromise<Uint8Array> {
    const sealer = this.#derivation.ready;
    if (sealer === null) return this.#sealLater(value, cacheKey, container);
    this.#requireInput(value, 'data', cacheKey, container);
    try {
      const sealed = sealer.seal(value, cacheKey, container);
      return isThenable(sealed) ? settled(sealed, 'encryption') : sealed;
    } catch (error) {
      throw toEncryptionError('encryption', error);
    }
  }

  /** Opens and unpacks as `container` asks; the value has at most `maxValueBytes`. */
  openNow(
    sealed: Uint8Array,
    cacheKey: string,
    container: Container,
    maxValueBytes: number,
  ): MaybePromise<Uint8Array> {
    const sealer = this.#derivation.ready;
    if (sealer === null) return this.#openLater(sealed, cacheKey, container, maxValueBytes);
    this.#requireInput(sealed, 'ciphertext', cacheKey, container);
    try {
      const value = sealer.open(sealed, cacheKey, container, maxValueBytes);
      return isThenable(value) ? settled(value, 'decryption') : value;
    } catch (error) {
      throw toEncryptionError('decryption', error);
    }
  }

  /**
   * The MAC of a message that is not secret, 32 bytes, under a key that entries do not use: proves
   * to every holder of the master key that one of them wrote it. Synchronous once keys are derived.
   */
  authenticateNow(message: Uint8Array): MaybePromise<Uint8Array> {
    return this.#withSealer(message, 'message', (sealer, bytes) => sealer.authenticate(bytes));
  }

  /** Whether any key of the ring made `mac`, compared in constant time. Synchronous as above. */
  verifyNow(message: Uint8Array, mac: Uint8Array): MaybePromise<boolean> {
    requireBytes(mac, 'mac');
    const given = new Uint8Array(mac);
    return this.#withSealer(message, 'message', (sealer, bytes) => sealer.verify(bytes, given));
  }

  /** Derives the keys now instead of with the first use. */
  async prepare(): Promise<void> {
    await this.#derive('encryption');
  }

  /**
   * Refuses a key that could not be sealed under, before any I/O.
   * @throws {ConfigurationError}
   */
  validateKey(cacheKey: string, compressed = false): void {
    requireCacheKey(cacheKey, this.#tenantBytes, compressed);
  }

  /** Nonces spent by this manager; 0 before the first use. */
  getEncryptionCount(): number {
    return this.#derivation.ready?.nonceCounter ?? 0;
  }

  /** Public name of the current key, 32 hex digits; `null` before the first use. */
  getKeyFingerprint(): string | null {
    return this.#derivation.ready?.fingerprint ?? null;
  }

  /** Entries opened by each keyring entry, current key first: shows how far a rotation is. */
  getOpensByKey(): readonly number[] {
    return this.#derivation.ready?.opensByKey ?? [];
  }

  /** Whether AES runs on CPU instructions; `null` before the first use and where it is unknown. */
  isHardwareAccelerated(): boolean | null {
    return this.#derivation.core?.hardwareAccelerated ?? null;
  }

  /** Wipes all keys now, also those of a derivation under way. Idempotent. */
  dispose(): void {
    this.#derivation.dispose();
  }

  async #sealLater(value: Uint8Array, cacheKey: string, container: Container): Promise<Uint8Array> {
    this.#requireInput(value, 'data', cacheKey, container);
    // The caller may reuse its buffer while keys are being derived. Not by `slice`, which is the
    // caller's own method: a Buffer's gives a view of the same memory.
    const copy = new Uint8Array(value);
    try {
      const sealer = await this.#derive('encryption');
      return await settled(sealer.seal(copy, cacheKey, container), 'encryption');
    } catch (error) {
      throw toEncryptionError('encryption', error);
    } finally {
      copy.fill(0);
    }
  }

  async #openLater(
    sealed: Uint8Array,
    cacheKey: string,
    container: Container,
    maxValueBytes: number,
  ): Promise<Uint8Array> {
    this.#requireInput(sealed, 'ciphertext', cacheKey, container);
    const copy = new Uint8Array(sealed);
    try {
      const sealer = await this.#derive('decryption');
      return await settled(sealer.open(copy, cacheKey, container, maxValueBytes), 'decryption');
    } catch (error) {
      throw toEncryptionError('decryption', error);
    }
  }

  #withSealer<T>(
    given: Uint8Array,
    name: string,
    use: (sealer: Sealer, bytes: Uint8Array) => T,
  ): MaybePromise<T> {
    const sealer = this.#derivation.ready;
    if (sealer === null) return this.#withSealerLater(given, name, use);
    requireBytes(given, name);
    return use(sealer, given);
  }

  async #withSealerLater<T>(
    given: Uint8Array,
    name: string,
    use: (sealer: Sealer, bytes: Uint8Array) => T,
  ): Promise<T> {
    if (this.#derivation.disposed) throw disposedError();
    requireBytes(given, name);
    const copy = new Uint8Array(given);
    return use(await this.#derive('encryption'), copy);
  }

  async #derive(action: 'encryption' | 'decryption'): Promise<Sealer> {
    try {
      return await this.#derivation.sealer();
    } catch (error) {
      throw toEncryptionError(action, error);
    }
  }

  #requireInput(bytes: Uint8Array, name: string, cacheKey: string, container: Container): void {
    if (this.#derivation.disposed) throw disposedError();
    requireBytes(bytes, name);
    requireCacheKey(cacheKey, this.#tenantBytes, container !== CONTAINER_PLAIN);
  }
}

/** Awaits the core's thenable; async functions use the intrinsic Promise, whatever the global one is. */
async function settled(
  result: MaybePromise<Uint8Array>,
  action: 'encryption' | 'decryption',
): Promise<Uint8Array> {
  try {
    return await result;
  } catch (error) {
    throw toEncryptionError(action, error);
  }
}

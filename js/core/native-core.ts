import { type Container, type Core, MAC_BYTES, type Sealer, type SealerKeys } from './core.ts';
import { coreError, ERROR_DISPOSED } from './core-error.ts';
import type { NativeAddon, NativeSealerObject } from './native-addon.ts';
import { OutputSlab, type ProtectSlab } from './output-slab.ts';

/** The C++ core as Node-API addon: every method answers in the call. */
export class NativeCore implements Core {
  readonly kind = 'native';
  readonly hardwareAccelerated: boolean;
  readonly #addon: NativeAddon;
  readonly #slab: OutputSlab;

  /** @param protect keeps the memory of results from being transferred to another thread */
  constructor(addon: NativeAddon, protect?: ProtectSlab) {
    this.#addon = addon;
    this.#slab = new OutputSlab(protect);
    this.hardwareAccelerated = addon.hardwareAccelerated;
  }

  createSealer(keys: SealerKeys): NativeSealer {
    const sealer = this.#addon.createSealer(keys.current, keys.previous, keys.tenantId);
    if (typeof sealer === 'number') throw coreError(-sealer);
    return new NativeSealer(sealer, this.#slab);
  }

  pack(value: Uint8Array): Uint8Array {
    const slab = this.#slab;
    return slab.take(this.#addon.pack(value, slab.bytes, slab.offset, slab.allocate));
  }

  unpack(envelope: Uint8Array, maxValueBytes: number): Uint8Array {
    const slab = this.#slab;
    return slab.take(
      this.#addon.unpack(envelope, maxValueBytes, slab.bytes, slab.offset, slab.allocate),
    );
  }

  checkDecodeBounds(document: Uint8Array, depthLimit: number): void {
    checked(this.#addon.checkDecodeBounds(document, depthLimit));
  }

  blake2bHex(data: Uint8Array, digestBytes: 16 | 32): string {
    const hex = this.#addon.blake2bHex(data, digestBytes);
    if (typeof hex === 'number') throw coreError(-hex);
    return hex;
  }

  interopKey(namespace: string, operation: string, stream: Uint8Array): string {
    const key = this.#addon.interopKey(namespace, operation, stream);
    if (typeof key === 'number') throw coreError(-key);
    return key;
  }

  packInterop(value: Uint8Array, compress: boolean): Uint8Array {
    const { bytes, offset, allocate } = this.#slab;
    return this.#slab.take(this.#addon.packInterop(value, compress, bytes, offset, allocate));
  }

  unpackInterop(container: Uint8Array, maxValueBytes: number): Uint8Array {
    const { bytes, offset, allocate } = this.#slab;
    return this.#slab.take(
      this.#addon.unpackInterop(container, maxValueBytes, bytes, offset, allocate),
    );
  }
}

/** Seals and opens in the call. Made by `NativeCore.createSealer`. */
export class NativeSealer implements Sealer {
  readonly #sealer: NativeSealerObject;
  readonly #slab: OutputSlab;
  #disposed = false;

  constructor(sealer: NativeSealerObject, slab: OutputSlab) {
    this.#sealer = sealer;
    this.#slab = slab;
  }

  seal(value: Uint8Array, cacheKey: string, container: Container): Uint8Array {
    const { bytes, offset, allocate } = this.#slab;
    return this.#slab.take(this.#sealer.seal(value, cacheKey, container, bytes, offset, allocate));
  }

  open(
    blob: Uint8Array,
    cacheKey: string,
    container: Container,
    maxValueBytes: number,
  ): Uint8Array {
    const { bytes, offset, allocate } = this.#slab;
    return this.#slab.take(
      this.#sealer.open(blob, cacheKey, container, maxValueBytes, bytes, offset, allocate),
    );
  }

  authenticate(message: Uint8Array): Uint8Array {
    const mac = new Uint8Array(MAC_BYTES);
    checked(this.#sealer.authenticate(message, mac));
    return mac;
  }

  verify(message: Uint8Array, mac: Uint8Array): boolean {
    return checked(this.#sealer.verify(message, mac)) === 1;
  }

  get fingerprint(): string {
    return this.#live().fingerprint;
  }

  get keyringEntryCount(): number {
    return this.#live().keyringEntryCount;
  }

  get nonceCounter(): number {
    return this.#live().nonceCounter();
  }

  get opensByKey(): readonly number[] {
    return this.#live().opensByKey();
  }

  dispose(): void {
    this.#disposed = true;
    this.#sealer.dispose();
  }

  /** For what the C++ object would still answer. */
  #live(): NativeSealerObject {
    if (this.#disposed) throw coreError(ERROR_DISPOSED);
    return this.#sealer;
  }
}

/** The number an addon's function gave, or the error it stands for. */
function checked(outcome: number): number {
  if (outcome < 0) throw coreError(-outcome);
  return outcome;
}

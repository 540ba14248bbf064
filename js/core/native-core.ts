import { requireCacheKey } from './aad-limit.ts';
import type { Container, Core, Sealer, SealerKeys } from './core.ts';
import { coreError } from './core-error.ts';
import type { NativeAddon, NativeSealerObject } from './native-addon.ts';
import { OutputSlab } from './output-slab.ts';

/** The C++ core as Node-API addon: every method answers in the call. */
export class NativeCore implements Core {
  readonly kind = 'native';
  readonly hardwareAccelerated: boolean;
  readonly #addon: NativeAddon;
  readonly #slab = new OutputSlab();

  constructor(addon: NativeAddon) {
    this.#addon = addon;
    this.hardwareAccelerated = addon.hardwareAccelerated;
  }

  createSealer(keys: SealerKeys): Sealer {
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
    const refusal = this.#addon.checkDecodeBounds(document, depthLimit);
    if (refusal < 0) throw coreError(-refusal);
  }

  blake2bHex(data: Uint8Array, digestBytes: 16 | 32): string {
    const hex = this.#addon.blake2bHex(data, digestBytes);
    if (typeof hex === 'number') throw coreError(-hex);
    return hex;
  }
}

class NativeSealer implements Sealer {
  readonly fingerprint: string;
  readonly keyringEntryCount: number;
  readonly #sealer: NativeSealerObject;
  readonly #slab: OutputSlab;

  constructor(sealer: NativeSealerObject, slab: OutputSlab) {
    this.#sealer = sealer;
    this.#slab = slab;
    this.fingerprint = sealer.fingerprint;
    this.keyringEntryCount = sealer.keyringEntryCount;
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

  checkKey(cacheKey: string): void {
    requireCacheKey(cacheKey, 0);
  }

  get nonceCounter(): number {
    return this.#sealer.nonceCounter();
  }

  get opensByKey(): readonly number[] {
    return this.#sealer.opensByKey();
  }

  dispose(): void {
    this.#sealer.dispose();
  }
}

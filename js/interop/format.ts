import type { EntryFormat } from '../cache/entry-format.ts';
import type { LabelledBytes } from '../cache/entry-label.ts';
import { CONTAINER_PACKED, CONTAINER_PLAIN, type Core, type MaybePromise } from '../core/core.ts';
import type { EncryptionManagerBase } from '../core/encryption-manager.ts';
import { isThenable } from '../core/thenable.ts';
import { ValueTooLargeError } from '../errors.ts';
import { MAX_DECODED_BYTES } from './limits.ts';

/** A value whose container may be larger: LZ4 adds at most a 255th and a few bytes. */
const MAX_CONTAINER_BYTES = 2 * MAX_DECODED_BYTES;

/**
 * Entries of version 1: the value's own bytes, alone or sealed (PROTOCOL §7.4, §7.5). No label and no
 * checksum stand before them: other SDKs would take those for the value.
 */
export class InteropFormat implements EntryFormat {
  readonly sealed: boolean;
  protected readonly manager: EncryptionManagerBase | null;

  constructor(manager: EncryptionManagerBase | null) {
    this.manager = manager;
    this.sealed = manager !== null;
  }

  write(key: string, encoded: Uint8Array): MaybePromise<Uint8Array> {
    if (this.manager === null) return encoded.slice();
    return this.manager.sealNow(encoded, key, CONTAINER_PLAIN);
  }

  read(key: string, stored: Uint8Array): MaybePromise<Uint8Array> {
    if (this.manager !== null) {
      return this.manager.openNow(stored, key, CONTAINER_PLAIN, MAX_DECODED_BYTES);
    }
    if (stored.length <= MAX_DECODED_BYTES) return stored;
    throw new ValueTooLargeError(`Interop mode reads at most ${MAX_DECODED_BYTES} bytes`);
  }

  split(opened: Uint8Array): LabelledBytes {
    return { label: null, value: opened };
  }

  /** The cache, whose format this is besides, has checked both. */
  requireSealed(): void {}
  validateKey(): void {}
  dispose(): void {}
}

/** Entries of version 2: a container around the value, which is sealed as a whole (PROTOCOL §9). */
export class InteropContainerFormat extends InteropFormat {
  readonly #loadCore: () => MaybePromise<Core>;
  readonly #compression: boolean;

  constructor(
    manager: EncryptionManagerBase | null,
    loadCore: () => MaybePromise<Core>,
    compression = manager === null,
  ) {
    super(manager);
    this.#loadCore = loadCore;
    this.#compression = compression;
  }

  override write(key: string, encoded: Uint8Array): MaybePromise<Uint8Array> {
    const pack = (core: Core, bytes: Uint8Array): MaybePromise<Uint8Array> => {
      const container = core.packInterop(bytes, this.#compression);
      return this.manager?.sealNow(container, key, CONTAINER_PACKED) ?? container;
    };
    const core = this.#loadCore();
    if (!isThenable(core)) return pack(core, encoded);
    // The caller may reuse its buffer while the core loads.
    const copy = encoded.slice();
    return core.then((loaded) => pack(loaded, copy));
  }

  override read(key: string, stored: Uint8Array): MaybePromise<Uint8Array> {
    const opened =
      this.manager?.openNow(stored, key, CONTAINER_PACKED, MAX_CONTAINER_BYTES) ?? stored;
    const core = this.#loadCore();
    if (isThenable(opened) || isThenable(core)) return this.#unpackLater(core, opened);
    return core.unpackInterop(opened, MAX_DECODED_BYTES);
  }

  async #unpackLater(
    core: MaybePromise<Core>,
    opened: MaybePromise<Uint8Array>,
  ): Promise<Uint8Array> {
    const loaded = await core;
    return loaded.unpackInterop(await opened, MAX_DECODED_BYTES);
  }
}

import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import type { EntryFormat } from './entry-format.ts';
import { type PaddingRule, pad, paddedSize, unpadded } from './padding.ts';
import type { SealedFormat } from './sealed-format.ts';

/** A buffer grown beyond this by one large value is not kept for the next. */
const KEPT_BYTES = 1024 * 1024;

/** Sealed entries of which the store sees a rounded length. Their plaintexts are not compressed. */
export class PaddedFormat implements EntryFormat {
  readonly sealed = true;
  readonly split: SealedFormat['split'];
  readonly #sealed: SealedFormat;
  readonly #rule: PaddingRule;
  #kept = new Uint8Array(0);

  constructor(sealed: SealedFormat, rule: PaddingRule) {
    this.#sealed = sealed;
    this.split = sealed.split;
    this.#rule = rule;
  }

  /** The buffer is free again when the call returns, as `encoded` is. */
  write(key: string, encoded: Uint8Array): MaybePromise<Uint8Array> {
    const size = paddedSize(encoded.length, this.#rule);
    if (this.#kept.length < size) this.#replace(new Uint8Array(size));
    const bytes = this.#kept.subarray(0, size);
    bytes.set(encoded);
    pad(bytes, encoded.length);
    try {
      return this.#sealed.write(key, bytes);
    } finally {
      if (this.#kept.length > KEPT_BYTES) this.#replace(new Uint8Array(0));
    }
  }

  read(key: string, stored: Uint8Array): MaybePromise<Uint8Array> {
    const opened = this.#sealed.read(key, stored);
    return isThenable(opened) ? unpaddedLater(opened) : unpadded(opened);
  }

  requireSealed(): void {}

  validateKey(key: string): void {
    this.#sealed.validateKey(key);
  }

  dispose(): void {
    this.#replace(new Uint8Array(0));
    this.#sealed.dispose();
  }

  #replace(bytes: Uint8Array<ArrayBuffer>): void {
    this.#kept.fill(0);
    this.#kept = bytes;
  }
}

async function unpaddedLater(opened: PromiseLike<Uint8Array>): Promise<Uint8Array> {
  return unpadded(await opened);
}

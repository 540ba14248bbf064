/** The kept buffer that arguments are encoded into before they are hashed. */

import { Output } from '../codec/output.ts';
import { KEY_GEN_MAX_SIZE } from '../config/constants.ts';
import { ValueTooLargeError } from '../errors.ts';

/** Most bytes of the encoded arguments (REFERENCE §10), the function's name included. */
export const MAX_ARGUMENT_BYTES = KEY_GEN_MAX_SIZE;

/** Longer views are made anew each time, so that the kept ones stay few. */
const MAX_KEPT_VIEW = 256;

export class KeyOutput extends Output {
  readonly #views: (Uint8Array | undefined)[] = [];

  constructor() {
    super(MAX_ARGUMENT_BYTES);
  }

  /** Views of short results are kept: making one costs more than writing the bytes. */
  override finish(): Uint8Array {
    const size = this.pos;
    if (size > MAX_KEPT_VIEW) return super.finish();
    let view = this.#views[size];
    if (view === undefined || view.buffer !== this.bytes.buffer) {
      view = super.finish();
      this.#views[size] = view;
    }
    return view;
  }

  override refuse(): never {
    throw new ValueTooLargeError(
      `The arguments take more than ${MAX_ARGUMENT_BYTES} bytes as a key; pass an identifier instead of the data`,
    );
  }
}

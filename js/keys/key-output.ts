/** The kept buffer that arguments are encoded into before they are hashed. */

import { Output } from '../codec/output.ts';
import { KEY_GEN_MAX_SIZE } from '../config/constants.ts';
import { ValueTooLargeError } from '../errors.ts';

/** Most bytes of the encoded arguments (REFERENCE §10), the function's name included. */
export const MAX_ARGUMENT_BYTES = KEY_GEN_MAX_SIZE;

export class KeyOutput extends Output {
  constructor() {
    super(MAX_ARGUMENT_BYTES);
  }

  override refuse(): never {
    throw new ValueTooLargeError(
      `The arguments take more than ${MAX_ARGUMENT_BYTES} bytes as a key; pass an identifier instead of the data`,
    );
  }
}

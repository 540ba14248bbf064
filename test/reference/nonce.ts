/** How a nonce is laid out (PROTOCOL §6.2). */
import { bigEndian, concat } from './bytes.ts';
import { refuse } from './protocol-error.ts';

/** The counter value that is never handed out. */
export const nonceLimit = 0xffff_ffffn;

export function nonce(instance: bigint, counter: bigint): Uint8Array {
  if (counter >= nonceLimit) refuse('kNonceExhausted');
  return concat(bigEndian(instance, 8), bigEndian(counter, 4));
}

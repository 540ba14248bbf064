import { CachekitError, EncryptionError } from '../errors.ts';

/**
 * What the caller of a seal or an open sees, whatever the core threw or rejected with: our own errors
 * as they are (their class already says nonce exhaustion, configuration or damage), anything foreign
 * behind an `EncryptionError` that keeps it as `cause`. The one place for all four paths, so that
 * `encrypt`, `encryptNow`, `decrypt` and `decryptNow` cannot differ.
 */
export function toEncryptionError(action: 'encryption' | 'decryption', error: unknown): Error {
  if (error instanceof CachekitError) return error;
  return new EncryptionError(`${action} failed inside the core; see cause`, { cause: error });
}

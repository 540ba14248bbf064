import {
  EncryptionError,
  IntegrityError,
  SerializationError,
  ValueTooLargeError,
} from '../errors.ts';

/** The core's own trouble while it reads or writes. */
const OF_THE_PROCESS = ['kOutOfMemory', 'kBufferTooSmall', 'kCompressionFailed'];

/**
 * Whether an error tells of the stored entry, so that reading it again would fail again. Everything
 * else (no memory, disposed keys, a core that does not load, a failing WebCrypto) is this process's
 * trouble, and the entry may be sound.
 */
export function isEntryFault(error: unknown): boolean {
  if (error instanceof EncryptionError) {
    return error.reason === 'kAuthenticationFailed' || error.reason === 'kBlobTooShort';
  }
  const ofTheEntry =
    error instanceof IntegrityError ||
    error instanceof SerializationError ||
    error instanceof ValueTooLargeError;
  return ofTheEntry && !OF_THE_PROCESS.includes(error.reason ?? '');
}

import {
  EncryptionError,
  IntegrityError,
  SerializationError,
  ValueTooLargeError,
} from '../errors.ts';

/** The core's own trouble while it reads or writes. */
const OF_THE_PROCESS = ['kBufferTooSmall', 'kCompressionFailed'];

/**
 * Whether an error tells that a stored entry is bad for everybody. Everything else is this process's
 * trouble, and the entry may be sound: no memory, disposed keys, a core that does not load, a failing
 * WebCrypto, a limit that another process has set higher.
 */
export function isEntryFault(error: unknown): boolean {
  if (error instanceof EncryptionError) {
    return error.reason === 'kAuthenticationFailed' || error.reason === 'kBlobTooShort';
  }
  // The protocol's own limit is everybody's; all others are settings.
  if (error instanceof ValueTooLargeError) return error.reason === 'kInputTooLarge';
  const ofTheEntry = error instanceof IntegrityError || error instanceof SerializationError;
  return ofTheEntry && !OF_THE_PROCESS.includes(error.reason ?? '');
}

import {
  type CachekitError,
  type CachekitErrorOptions,
  ConfigurationError,
  EncryptionError,
  IntegrityError,
  NonceExhaustedError,
  SerializationError,
  ValueTooLargeError,
} from '../errors.ts';

type ErrorClass = new (message: string, options?: CachekitErrorOptions) => CachekitError;

/** How one error of the core reaches the caller. */
export interface CoreErrorEntry {
  /** The number in shared/error.h. */
  readonly number: number;
  /** The enumerator in shared/error.h, the error's `reason`. */
  readonly reason: string;
  readonly type: ErrorClass;
  /** Says what to do; holds no input. */
  readonly message: string;
}

const entry = (
  number: number,
  reason: string,
  type: ErrorClass,
  message: string,
): CoreErrorEntry => ({ number, reason, type, message });

const PRE_SCAN = '(decode pre-scan)';

/**
 * Every error of the core, in the order of shared/error.h: each maps to exactly one class. What
 * packing and unpacking can meet, too, is no `EncryptionError`: a cache without keys uses both.
 */
export const CORE_ERRORS: readonly CoreErrorEntry[] = [
  entry(
    1,
    'kInvalidArgument',
    ConfigurationError,
    'an argument of the core has the wrong form; check types and ranges',
  ),
  entry(2, 'kInvalidKeyLength', ConfigurationError, 'a master key must be exactly 32 bytes'),
  entry(3, 'kInvalidTenant', ConfigurationError, 'the tenant id must be 1 to 1024 bytes of UTF-8'),
  entry(4, 'kInvalidDomain', ConfigurationError, 'the key domain must be 1 to 255 bytes of UTF-8'),
  entry(5, 'kTooManyKeys', ConfigurationError, 'at most 3 decrypt-only keys; drop the oldest'),
  entry(
    6,
    'kDuplicateKey',
    ConfigurationError,
    'a key appears twice in the keyring; list each once, the current one not at all',
  ),
  entry(
    7,
    'kAadTooLarge',
    ConfigurationError,
    'the cache key is too long: tenant and key may fill an AAD of 65,536 bytes',
  ),
  entry(
    8,
    'kNonceExhausted',
    NonceExhaustedError,
    'this key handle has spent all its nonces: create a new cache, or rotate the master key',
  ),
  entry(
    9,
    'kRandomUnavailable',
    EncryptionError,
    'the system gave no random bytes; nothing was sealed',
  ),
  entry(
    10,
    'kCipherUnavailable',
    ConfigurationError,
    'this CPU has no AES-256-GCM instructions; use the WebAssembly core (SEALCACHE_CORE=wasm)',
  ),
  entry(
    11,
    'kAuthenticationFailed',
    EncryptionError,
    'decryption failed: the entry was changed, moved, or sealed under another key, tenant or mode',
  ),
  entry(
    12,
    'kBlobTooShort',
    EncryptionError,
    'decryption failed: a sealed entry has at least 28 bytes',
  ),
  entry(
    13,
    'kInputTooLarge',
    ValueTooLargeError,
    'the input exceeds the protocol limit of 512 MiB',
  ),
  entry(
    14,
    'kBoundsDepth',
    SerializationError,
    `the document is nested deeper than the limit ${PRE_SCAN}`,
  ),
  entry(
    15,
    'kBoundsSlots',
    SerializationError,
    `the document declares more than its bytes can hold ${PRE_SCAN}`,
  ),
  entry(16, 'kBoundsIncomplete', SerializationError, `the document ends early ${PRE_SCAN}`),
  entry(17, 'kBoundsTrailing', SerializationError, `bytes follow the document ${PRE_SCAN}`),
  entry(
    18,
    'kEnvelopeMalformed',
    IntegrityError,
    'not an envelope core would accept; refused before unpack',
  ),
  entry(
    19,
    'kEnvelopeSizeCap',
    IntegrityError,
    'the envelope declares more than the size cap of 512 MiB',
  ),
  entry(20, 'kEnvelopeEmptyData', IntegrityError, 'the envelope has zero-length compressed_data'),
  entry(
    21,
    'kEnvelopeRatioCap',
    IntegrityError,
    'the envelope exceeds the compression ratio cap of 1000 to 1',
  ),
  entry(22, 'kDecompressionFailed', IntegrityError, 'the envelope does not hold a valid LZ4 block'),
  entry(
    23,
    'kLengthMismatch',
    IntegrityError,
    'size validation failed: the value has another length than declared',
  ),
  entry(
    24,
    'kChecksumMismatch',
    IntegrityError,
    'integrity check failed: the checksum does not match the value',
  ),
  entry(
    25,
    'kValueTooLarge',
    ValueTooLargeError,
    'the stored value exceeds the configured size; raise maxDecodedSize or refuse the entry',
  ),
  entry(
    26,
    'kBufferTooSmall',
    SerializationError,
    'an output buffer of the core was too small; please report this',
  ),
  entry(
    27,
    'kOutOfMemory',
    ValueTooLargeError,
    'no memory for the result; lower the size limits or free memory',
  ),
  entry(
    28,
    'kDisposed',
    EncryptionError,
    'the keys were disposed of; create a new cache or manager',
  ),
  entry(
    29,
    'kCompressionFailed',
    SerializationError,
    'the value could not be compressed; turn compression off for it',
  ),
  entry(30, 'kBoundsInvalidByte', SerializationError, `0xc1 is not MessagePack ${PRE_SCAN}`),
  entry(
    31,
    'kNumberNotFinite',
    ConfigurationError,
    'an argument is NaN or infinite; pass a number',
  ),
  entry(
    32,
    'kInteropSegment',
    ConfigurationError,
    'namespace and operation must match [a-z0-9][a-z0-9._-]{0,63} without "..", the namespace not be ns or nsapi',
  ),
  entry(
    33,
    'kInteropMagic',
    IntegrityError,
    'not an interop/v2 container, possibly an interop/v1 value; give all readers and writers one version',
  ),
  entry(34, 'kInteropMalformed', IntegrityError, 'not an interop/v2 container this version reads'),
];

export const ERROR_INVALID_KEY_LENGTH = 2;
export const ERROR_AAD_TOO_LARGE = 7;
export const ERROR_AUTHENTICATION_FAILED = 11;
export const ERROR_OUT_OF_MEMORY = 27;
export const ERROR_DISPOSED = 28;

const byNumber = new Map(CORE_ERRORS.map((known) => [known.number, known]));

/** The error for a number the core gave (positive, as in shared/error.h). */
export function coreError(number: number, options: ErrorOptions = {}): CachekitError {
  const known = byNumber.get(number);
  if (known === undefined) {
    return new EncryptionError('the core failed with a number this version does not know', options);
  }
  return new known.type(known.message, { ...options, reason: known.reason });
}

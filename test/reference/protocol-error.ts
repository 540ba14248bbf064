/** How the reference refuses: `kind` is the enumerator of shared/error.h for the same refusal. */
export const errorKinds = [
  'kInvalidArgument',
  'kInvalidKeyLength',
  'kInvalidTenant',
  'kInvalidDomain',
  'kTooManyKeys',
  'kDuplicateKey',
  'kAadTooLarge',
  'kNonceExhausted',
  'kRandomUnavailable',
  'kCipherUnavailable',
  'kAuthenticationFailed',
  'kBlobTooShort',
  'kInputTooLarge',
  'kBoundsDepth',
  'kBoundsSlots',
  'kBoundsIncomplete',
  'kBoundsTrailing',
  'kEnvelopeMalformed',
  'kEnvelopeSizeCap',
  'kEnvelopeEmptyData',
  'kEnvelopeRatioCap',
  'kDecompressionFailed',
  'kLengthMismatch',
  'kChecksumMismatch',
  'kValueTooLarge',
  'kBufferTooSmall',
  'kOutOfMemory',
  'kDisposed',
  'kCompressionFailed',
  'kBoundsInvalidByte',
  'kNumberNotFinite',
  'kInteropSegment',
  'kInteropMagic',
  'kInteropMalformed',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

export class ProtocolError extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind) {
    super(kind);
    this.name = 'ProtocolError';
    this.kind = kind;
  }
}

export function refuse(kind: ErrorKind): never {
  throw new ProtocolError(kind);
}

import { ConfigurationError, EncryptionError } from '../errors.ts';

const TAG_BITS = 128;

/** AES-256-GCM's own parameters. */
interface GcmParameters {
  readonly name: 'AES-GCM';
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly additionalData: Uint8Array<ArrayBuffer>;
  readonly tagLength: number;
}

export type GcmUsage = 'encrypt' | 'decrypt';

/**
 * The part of `SubtleCrypto` that is used. By its specification it takes its own copy of all bytes
 * before a method returns, which is why views of linear memory may be handed to it.
 */
export interface WebCrypto {
  importKey(
    format: 'raw',
    key: Uint8Array<ArrayBuffer>,
    algorithm: 'AES-GCM',
    extractable: boolean,
    usages: GcmUsage[],
  ): Promise<CryptoKey>;
  encrypt(
    algorithm: GcmParameters,
    key: CryptoKey,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<ArrayBuffer>;
  decrypt(
    algorithm: GcmParameters,
    key: CryptoKey,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<ArrayBuffer>;
}

/** @throws {ConfigurationError} where there is none, e.g. on a page served without TLS */
export function platformWebCrypto(): WebCrypto {
  const subtle: WebCrypto | undefined = typeof crypto === 'undefined' ? undefined : crypto.subtle;
  if (subtle === undefined) {
    throw new ConfigurationError('WebCrypto is missing; serve the page over HTTPS');
  }
  return subtle;
}

export function gcm(
  iv: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): GcmParameters {
  return { name: 'AES-GCM', iv, additionalData, tagLength: TAG_BITS };
}

/** WebCrypto's one word for a wrong tag. */
export function isAuthenticationFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'OperationError';
}

/**
 * What the caller sees of any other failure. The platform's own errors name the rule that refused and
 * hold no data; a thrown value that is no error could be anything and is dropped.
 */
export function webCryptoError(action: string, error: unknown): EncryptionError {
  if (!(error instanceof Error)) return new EncryptionError(`WebCrypto refused the ${action}`);
  return new EncryptionError(`WebCrypto refused the ${action}; see cause`, { cause: error });
}

/**
 * Every error sealcache throws. `code` is stable over releases; messages may be reworded. No message,
 * cause or property ever holds a key, a plaintext or a secret.
 */

export type ErrorCode =
  | 'ERR_CONFIGURATION'
  | 'ERR_ENCRYPTION'
  | 'ERR_NONCE_EXHAUSTED'
  | 'ERR_INTEGRITY'
  | 'ERR_BACKEND'
  | 'ERR_CIRCUIT_OPEN'
  | 'ERR_TIMEOUT'
  | 'ERR_VALUE_TOO_LARGE'
  | 'ERR_SERIALIZATION';

export interface CachekitErrorOptions extends ErrorOptions {
  /** See `CachekitError.reason`. */
  reason?: string;
}

/** Base of all; `catch (error) { if (error instanceof CachekitError) … }`. */
export class CachekitError extends Error {
  override readonly name: string = 'CachekitError';
  readonly code: ErrorCode;
  /** The exact rule that refused, e.g. "kChecksumMismatch"; `null` where the core was not involved. */
  readonly reason: string | null;

  constructor(code: ErrorCode, message: string, options?: CachekitErrorOptions) {
    super(message, options);
    this.code = code;
    this.reason = options?.reason ?? null;
  }
}

/** The caller's configuration or argument is wrong: never absorbed, never retried. */
export class ConfigurationError extends CachekitError {
  override readonly name: string = 'ConfigurationError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super('ERR_CONFIGURATION', message, options);
  }
}

/** Sealing or opening failed; the entry is treated as absent or the error reaches the caller. */
export class EncryptionError extends CachekitError {
  override readonly name: string = 'EncryptionError';
  constructor(message: string, options?: CachekitErrorOptions, code: ErrorCode = 'ERR_ENCRYPTION') {
    super(code, message, options);
  }
}

/** This key handed out its last nonce: create a new cache (a new instance id), or rotate the key. */
export class NonceExhaustedError extends EncryptionError {
  override readonly name: string = 'NonceExhaustedError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super(message, options, 'ERR_NONCE_EXHAUSTED');
  }
}

/** Stored bytes are damaged: checksum, length or envelope do not agree. */
export class IntegrityError extends CachekitError {
  override readonly name: string = 'IntegrityError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super('ERR_INTEGRITY', message, options);
  }
}

/** How a store failed, which decides whether a retry can help. */
export type ErrorClassification = 'transient' | 'timeout' | 'permanent' | 'authentication';

/** A store refused or could not be reached. */
export class BackendError extends CachekitError {
  override readonly name: string = 'BackendError';
  readonly classification: ErrorClassification;

  constructor(
    message: string,
    classification: ErrorClassification = 'transient',
    options?: CachekitErrorOptions,
  ) {
    super('ERR_BACKEND', message, options);
    this.classification = classification;
  }
}

/** The breaker is open: the store was not asked. */
export class CircuitBreakerOpenError extends CachekitError {
  override readonly name: string = 'CircuitBreakerOpenError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super('ERR_CIRCUIT_OPEN', message, options);
  }
}

/** An operation ran into its deadline. */
export class TimeoutError extends CachekitError {
  override readonly name: string = 'TimeoutError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super('ERR_TIMEOUT', message, options);
  }
}

/** A value, key or document exceeds a limit. */
export class ValueTooLargeError extends CachekitError {
  override readonly name: string = 'ValueTooLargeError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super('ERR_VALUE_TOO_LARGE', message, options);
  }
}

/** A value cannot be encoded, or stored bytes cannot be decoded. */
export class SerializationError extends CachekitError {
  override readonly name: string = 'SerializationError';
  constructor(message: string, options?: CachekitErrorOptions) {
    super('ERR_SERIALIZATION', message, options);
  }
}

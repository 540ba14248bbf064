/** Which wrapped function a key belongs to. */
import { ConfigurationError } from '../errors.ts';

export interface FunctionIdentity {
  /** The readable part of the key, up to its last colon. May hold colons itself. */
  readonly namespace: string;
  /** The function's registered name: functions that share a namespace need different ones. */
  readonly name?: string | undefined;
}

/** Whitespace and controls break memcached's line protocol and forge lines in logs. */
const UNSAFE = /[\s\p{Cc}]/u;
/** The service reads a scope out of keys that begin so (PROTOCOL §1.4). */
const RESERVED = /^(?:ns|nsapi)(?::|$)/;

/** Throws `ConfigurationError`; to be called when a function is wrapped, so that a mistake shows at start-up. */
export function requireNamespace(namespace: unknown): void {
  if (typeof namespace !== 'string' || namespace === '') {
    throw new ConfigurationError('namespace must be a non-empty string');
  }
  if (UNSAFE.test(namespace) || !namespace.isWellFormed()) {
    throw new ConfigurationError(
      'namespace must not hold whitespace, control characters or lone surrogates',
    );
  }
  if (namespace.includes('..')) {
    throw new ConfigurationError('namespace must not hold "..", which services take for a path');
  }
  if (RESERVED.test(namespace)) {
    throw new ConfigurationError(
      'namespace must not be, or begin with, the reserved word "ns" or "nsapi"; choose another first part',
    );
  }
}

/** Throws `ConfigurationError`; `undefined` is no name, and fine. */
export function requireName(name: unknown): void {
  if (name === undefined) return;
  if (typeof name !== 'string' || name === '' || !name.isWellFormed()) {
    throw new ConfigurationError(
      'the name of a wrapped function must be a non-empty string without lone surrogates',
    );
  }
}

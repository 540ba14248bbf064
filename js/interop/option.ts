import type { Backend } from '../backends/backend.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import { requireSegment } from './segments.ts';

/** Shares the entries of a wrapped function with CacheKit SDKs of other languages. */
export interface InteropOptions {
  /** What the function is called in every language. Default: the option `name`. */
  operation?: string;
  /** 2 is a draft that no other SDK writes yet. Default 1. */
  version?: 1 | 2;
  /**
   * Version 2 only: LZ4 where it helps. Default: true on a plaintext cache; false on an encrypted one,
   * where the length of an entry would tell of a secret beside text that an attacker chose.
   */
  compression?: boolean;
}

/** The operation alone, `true` for the option `name` as operation, or all of it. */
export type InteropOption = true | string | InteropOptions;

/** A function's registration after the check. */
export interface InteropCall {
  readonly namespace: string;
  readonly operation: string;
  readonly arity: number;
  readonly version: 1 | 2;
  readonly compression: boolean | undefined;
}

/** What `wrap` was given of it. */
interface Given {
  readonly namespace: unknown;
  readonly name?: unknown;
  readonly interop?: unknown;
  readonly interopArity?: unknown;
}

/**
 * @param parameters of the function, as it tells them itself
 * @throws {ConfigurationError}
 */
export function checkedInterop(given: Given, parameters: number): InteropCall {
  const { namespace, name, interop, interopArity } = given;
  const { operation = name, version = 1, compression } = optionsOf(interop);
  requireSegment(namespace, 'namespace');
  requireSegment(operation, 'operation');
  if (name !== undefined && name !== operation) {
    throw new ConfigurationError('wrap() was given a name and another operation; leave one out');
  }
  if (version !== 1 && version !== 2)
    throw new ConfigurationError('interop.version must be 1 or 2');
  if (compression !== undefined && (version === 1 || typeof compression !== 'boolean')) {
    throw new ConfigurationError('interop.compression is true or false, and for version 2 only');
  }
  if (!isCount(interopArity) || interopArity !== parameters) {
    throw new ConfigurationError(
      `interopArity must be the number of arguments in every language, and of the function’s parameters (${parameters}), none with a default and none a rest`,
    );
  }
  return { namespace, operation, arity: interopArity, version, compression };
}

/** Every other SDK looks for an entry under its own key. Asked with each call, too. */
export function requirePlainKeys(backend: Backend): void {
  if ((backend.keyPrefix ?? '') !== '' || backend.transformsKeys === true) {
    throw new ConfigurationError(
      'interop mode needs a backend that stores keys as they are; leave out its keyPrefix, or take another store',
    );
  }
}

interface Described {
  readonly operation?: unknown;
  readonly version?: unknown;
  readonly compression?: unknown;
}

function optionsOf(given: unknown): Described {
  if (given === true) return {};
  if (typeof given === 'string') return { operation: given };
  if (typeof given !== 'object' || given === null) {
    throw new ConfigurationError(
      'interop must be the name of the operation, true, or an object of options, and interopArity beside it',
    );
  }
  requireOptionsObject(given, 'interop');
  requireKnownOptions(given, ['operation', 'version', 'compression'], 'interop');
  return given;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

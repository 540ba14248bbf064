import { type Backend, isTTLBackend } from '../backends/backend.ts';
import { resolveEntryTtl, resolveTtl, type Ttl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import { resolveTags } from './tag-names.ts';

/** What a cache does where a call says nothing. */
export interface TermsDefaults {
  readonly defaultTtl: number;
  readonly negativeTtl: number | undefined;
  readonly ttlJitter: number;
  readonly random: () => number;
  readonly backend: Backend;
}

/** The terms a call may name. */
export interface GivenTerms {
  readonly ttl?: Ttl | undefined;
  readonly negativeTtl?: Ttl | undefined;
  readonly staleIfError?: number | undefined;
  readonly sliding?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** The terms of one call, seconds; `Infinity` for an entry that does not expire. */
export interface CallTerms {
  readonly ttl: number;
  /** Of a `null` or `undefined` result. */
  readonly negativeTtl: number;
  readonly staleIfError: number;
  readonly sliding: boolean;
  readonly tags: readonly string[];
}

const NOTHING: GivenTerms = {};

/**
 * The terms of one call: its own, else the cache's; the store is asked whether it can honour them.
 * Jitter only shortens, and never below one second.
 * @throws {ConfigurationError}
 */
export function termsOf(defaults: TermsDefaults, given: GivenTerms = NOTHING): CallTerms {
  const { backend, defaultTtl, ttlJitter, random } = defaults;
  const staleIfError = staleOf(given.staleIfError);
  const chosen = given.ttl === undefined ? defaultTtl : resolveEntryTtl(given.ttl, 'ttl');
  const ttl = jittered(chosen, ttlJitter, random);
  requireStorable(ttl + staleIfError, backend);
  const negativeTtl =
    given.negativeTtl === undefined
      ? (defaults.negativeTtl ?? ttl)
      : resolveEntryTtl(given.negativeTtl, 'negativeTtl');
  if (negativeTtl !== ttl) requireStorable(negativeTtl + staleIfError, backend);
  const sliding = slidingOf(given, backend);
  const endless = ttl + negativeTtl === Number.POSITIVE_INFINITY;
  if (endless && (sliding || staleIfError > 0)) {
    throw new ConfigurationError(
      "an entry with the ttl 'never' has no end: leave out sliding and staleIfError",
    );
  }
  return { ttl, negativeTtl, staleIfError, sliding, tags: resolveTags(given.tags) };
}

function requireStorable(ttlSeconds: number, backend: Backend): void {
  if (ttlSeconds !== Number.POSITIVE_INFINITY) backend.validateTtl?.(ttlSeconds);
}

function staleOf(given: number | undefined): number {
  return given === undefined ? 0 : resolveTtl(given, 'staleIfError');
}

function slidingOf({ sliding, staleIfError }: GivenTerms, backend: Backend): boolean {
  if (sliding === undefined || sliding === false) return false;
  if (sliding !== true) throw new ConfigurationError('sliding must be true or false');
  if (staleIfError !== undefined) {
    throw new ConfigurationError(
      'sliding and staleIfError exclude each other: a sliding entry has no set end to be served after',
    );
  }
  if (!isTTLBackend(backend)) {
    throw new ConfigurationError(
      'sliding needs a backend that can extend a TTL (getTTL and refreshTTL), such as file or Redis',
    );
  }
  return true;
}

function jittered(ttl: number, ratio: number, random: () => number): number {
  if (ratio === 0 || ttl === Number.POSITIVE_INFINITY) return ttl;
  return Math.max(1, Math.ceil(ttl * (1 - ratio * random())));
}

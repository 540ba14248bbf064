import type { Backend } from '../backends/backend.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { MAX_TTL_SECONDS, resolveTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import { integerWithin, millisecondsWithin } from '../reliability/numbers.ts';
import { FEATURES } from './features.ts';
import type { BackendSubject, Feature } from './subject.ts';
import { requireTimeMode, type TimeMode } from './time.ts';

/** The subject after the check, defaults filled in. */
export interface ResolvedSubject {
  readonly name: string;
  readonly create: (now: () => number) => Backend | PromiseLike<Backend>;
  readonly cleanup: () => unknown;
  readonly supports: readonly Feature[];
  readonly time: TimeMode;
  readonly smallestTtlSeconds: number;
  readonly longestTtlSeconds: number;
  readonly maxValueBytes: number | undefined;
  readonly maxKeyBytes: number | undefined;
  readonly maxKeyCharacters: number | undefined;
  /** Whether the answer of `delete`, or `releaseLock`, says something. */
  readonly tells: { readonly delete: boolean; readonly releaseLock: boolean };
  readonly break: (() => unknown) | undefined;
  readonly stall: (() => unknown) | undefined;
  readonly operationTimeoutMs: number;
}

const NAMES = [
  ...['name', 'create', 'cleanup', 'supports', 'time', 'cannotTell', 'break', 'stall'],
  ...['smallestTtlSeconds', 'longestTtlSeconds', 'maxValueBytes', 'maxKeyBytes'],
  ...['maxKeyCharacters', 'operationTimeoutMs'],
];
const DEFAULT_TIMEOUT_MS = 10_000;

/** Refuses what would quietly not be tested. @throws {ConfigurationError} */
export function resolveSubject(subject: BackendSubject): ResolvedSubject {
  requireOptionsObject(subject, 'the subject of testBackend()');
  requireKnownOptions(subject, NAMES, 'the subject of testBackend()');
  const { name, time = 'real', smallestTtlSeconds = 1 } = subject;
  const { longestTtlSeconds = MAX_TTL_SECONDS, operationTimeoutMs = DEFAULT_TIMEOUT_MS } = subject;
  if (typeof name !== 'string' || name === '') throw new ConfigurationError('name the store');
  for (const method of ['create', 'cleanup', 'break', 'stall'] as const) {
    const member: unknown = subject[method];
    if (typeof member === 'function' || (member === undefined && method !== 'create')) continue;
    throw new ConfigurationError(`${method} must be a function`);
  }
  const cannotTell = listOf(subject.cannotTell, 'cannotTell', ['delete', 'releaseLock']);
  return {
    name,
    create: (now) => subject.create(now),
    cleanup: () => subject.cleanup?.(),
    supports: listOf(subject.supports, 'supports', FEATURES),
    time: requireTimeMode(time),
    smallestTtlSeconds: resolveTtl(smallestTtlSeconds, 'smallestTtlSeconds'),
    longestTtlSeconds: resolveTtl(longestTtlSeconds, 'longestTtlSeconds'),
    maxValueBytes: sizeOf(subject.maxValueBytes, 1024, 'maxValueBytes'),
    maxKeyBytes: sizeOf(subject.maxKeyBytes, 64, 'maxKeyBytes'),
    maxKeyCharacters: sizeOf(subject.maxKeyCharacters, 64, 'maxKeyCharacters'),
    tells: {
      delete: !cannotTell.includes('delete'),
      releaseLock: !cannotTell.includes('releaseLock'),
    },
    break: subject.break === undefined ? undefined : () => subject.break?.(),
    stall: subject.stall === undefined ? undefined : () => subject.stall?.(),
    operationTimeoutMs: millisecondsWithin(operationTimeoutMs, 1, 'operationTimeoutMs'),
  };
}

function listOf<T extends string>(
  given: readonly T[] | undefined,
  name: string,
  known: readonly T[],
): readonly T[] {
  const list: unknown = given ?? [];
  if (!Array.isArray(list) || !list.every((item) => known.includes(item))) {
    throw new ConfigurationError(`${name} must be a list of some of ${known.join(', ')}`);
  }
  return given ?? [];
}

/** The tests themselves use keys and values of the least sizes. */
function sizeOf(size: unknown, least: number, name: string): number | undefined {
  return size === undefined ? undefined : integerWithin(size, least, Number.MAX_SAFE_INTEGER, name);
}

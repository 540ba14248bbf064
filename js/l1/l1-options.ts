import {
  DEFAULT_L1_MAX_CONCURRENT_REFRESHES,
  DEFAULT_L1_MAX_ENTRIES,
  DEFAULT_L1_MAX_MEMORY,
  DEFAULT_L1_SWR_THRESHOLD_RATIO,
} from '../config/constants.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';

/** The in-process tier. A field left out, `undefined` or `null` takes its default. */
export interface L1Config {
  /** Default true. */
  enabled?: boolean | null;
  /** At most 16,777,216. Default 1000. */
  maxEntries?: number | null;
  /** Bytes charged for all entries together, keys and overhead included. Default 50 MiB. */
  maxMemory?: number | null;
  /** Recomputes wrapped values in the later part of their life, behind the reader's back. Default true. */
  swrEnabled?: boolean | null;
  /** A refresh starts when less than this part of the lifetime is left, 0–1. Default 0.5. */
  swrThresholdRatio?: number | null;
  /** Refreshes under way at once. Default 10. */
  maxConcurrentRefreshes?: number | null;
  /**
   * Keeps a list of the keys of each namespace; without it, invalidating one searches all entries.
   * Default true.
   */
  namespaceIndex?: boolean | null;
  /**
   * 'copy': every hit decodes a value of its own. 'shared': hits give one and the same value, as fast
   * as a Map; nobody may change it. Not for encrypted caches. Default 'copy'.
   */
  isolation?: 'copy' | 'shared' | null;
}

export interface L1Settings {
  readonly enabled: boolean;
  readonly maxEntries: number;
  readonly maxMemory: number;
  readonly swrEnabled: boolean;
  readonly swrThresholdRatio: number;
  readonly maxConcurrentRefreshes: number;
  readonly namespaceIndex: boolean;
  readonly isolation: 'copy' | 'shared';
}

/** As many entries as V8 lets a Map have. */
const LARGEST_MAP = 2 ** 24;

const NAMES = [
  'enabled',
  'maxEntries',
  'maxMemory',
  'swrEnabled',
  'swrThresholdRatio',
  'maxConcurrentRefreshes',
  'namespaceIndex',
  'isolation',
];

/** @throws {ConfigurationError} for an unknown name or a value out of range */
export function resolveL1(config: L1Config | null | undefined): L1Settings {
  const given = config ?? {};
  requireOptionsObject(given, 'l1');
  requireKnownOptions(given, NAMES, 'l1');
  const isolation = given.isolation ?? 'copy';
  if (isolation !== 'copy' && isolation !== 'shared') {
    throw new ConfigurationError("l1.isolation must be 'copy' or 'shared'");
  }
  const swrThresholdRatio = given.swrThresholdRatio ?? DEFAULT_L1_SWR_THRESHOLD_RATIO;
  if (!(typeof swrThresholdRatio === 'number' && swrThresholdRatio > 0 && swrThresholdRatio < 1)) {
    throw new ConfigurationError('l1.swrThresholdRatio must be a number between 0 and 1');
  }
  return {
    enabled: flag(given.enabled, 'enabled'),
    maxEntries: count(given.maxEntries ?? DEFAULT_L1_MAX_ENTRIES, 'maxEntries', LARGEST_MAP),
    maxMemory: count(given.maxMemory ?? DEFAULT_L1_MAX_MEMORY, 'maxMemory'),
    swrEnabled: flag(given.swrEnabled, 'swrEnabled'),
    swrThresholdRatio,
    maxConcurrentRefreshes: count(
      given.maxConcurrentRefreshes ?? DEFAULT_L1_MAX_CONCURRENT_REFRESHES,
      'maxConcurrentRefreshes',
    ),
    namespaceIndex: flag(given.namespaceIndex, 'namespaceIndex'),
    isolation,
  };
}

function flag(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'boolean') return value;
  throw new ConfigurationError(`l1.${name} must be true or false`);
}

/** Finite on purpose: an unbounded tier would grow until the process dies. */
function count(value: unknown, name: string, most = Number.MAX_SAFE_INTEGER): number {
  const whole = typeof value === 'number' && Number.isSafeInteger(value);
  if (whole && value > 0 && value <= most) return value;
  throw new ConfigurationError(`l1.${name} must be a whole number from 1 to ${most}`);
}

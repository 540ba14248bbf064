import type { StampedeConfig } from '../api.ts';
import { type Backend, isLockableBackend, type LockableBackend } from '../backends/backend.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import type { StampedeTimes } from './stampede-lock.ts';

const NAMES = ['distributedLock', 'lockTimeoutMs', 'lockWaitMs', 'lockPollMs'];

/**
 * The checked option `stampede`; `null` where it is off.
 * @throws {ConfigurationError} also for a backend without locks
 */
export function checkedStampede(
  given: StampedeConfig | undefined,
  backend: Backend,
): { readonly backend: LockableBackend; readonly times: StampedeTimes } | null {
  if (given === undefined) return null;
  requireOptionsObject(given, 'stampede');
  requireKnownOptions(given, NAMES, 'stampede');
  const { distributedLock = false } = given;
  const times = {
    lockTimeoutMs: milliseconds(given.lockTimeoutMs ?? 30_000, 'lockTimeoutMs', 1),
    lockWaitMs: milliseconds(given.lockWaitMs ?? 5_000, 'lockWaitMs', 0),
    lockPollMs: milliseconds(given.lockPollMs ?? 100, 'lockPollMs', 1),
  };
  if (typeof distributedLock !== 'boolean') {
    throw new ConfigurationError('stampede.distributedLock must be true or false');
  }
  if (!distributedLock) return null;
  if (isLockableBackend(backend)) return { backend, times };
  throw new ConfigurationError(
    'stampede.distributedLock needs a backend with acquireLock and releaseLock, such as Redis',
  );
}

/** At most a day: longer ones overflow timers. */
const LONGEST_MS = 24 * 3600 * 1000;

function milliseconds(value: unknown, name: string, least: number): number {
  if (typeof value === 'number' && value >= least && value <= LONGEST_MS) return value;
  throw new ConfigurationError(
    `stampede.${name} must be a number of milliseconds from ${least} to ${LONGEST_MS}`,
  );
}

import type { StampedeConfig } from '../api.ts';
import { type Backend, isLockableBackend } from '../backends/backend.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import { millisecondsWithin } from '../reliability/numbers.ts';
import type { StampedeTimes } from './stampede-lock.ts';

const NAMES = ['distributedLock', 'lockTimeoutMs', 'lockWaitMs', 'lockPollMs'];

/**
 * The checked option `stampede`; `null` where it is off.
 * @throws {ConfigurationError} also for a backend without locks
 */
export function checkedStampede(
  given: StampedeConfig | undefined,
  backend: Backend,
): StampedeTimes | null {
  if (given === undefined) return null;
  requireOptionsObject(given, 'stampede');
  requireKnownOptions(given, NAMES, 'stampede');
  const { distributedLock = false } = given;
  const times = {
    lockTimeoutMs: millisecondsWithin(given.lockTimeoutMs ?? 30_000, 1, 'stampede.lockTimeoutMs'),
    lockWaitMs: millisecondsWithin(given.lockWaitMs ?? 5_000, 0, 'stampede.lockWaitMs'),
    lockPollMs: millisecondsWithin(given.lockPollMs ?? 100, 1, 'stampede.lockPollMs'),
  };
  if (typeof distributedLock !== 'boolean') {
    throw new ConfigurationError('stampede.distributedLock must be true or false');
  }
  if (!distributedLock) return null;
  if (isLockableBackend(backend)) return times;
  throw new ConfigurationError(
    'stampede.distributedLock needs a backend with acquireLock and releaseLock, such as file or Redis',
  );
}

import type { InvalidateOptions, InvalidationLevel } from '../api.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import type { CacheState } from './cache-state.ts';
import type { CallLimits } from './store.ts';

/**
 * Drops entries of this process, and overtakes work that would bring them back. `params` deletes its
 * one entry in the store as well; `namespace` and `global` leave the store as it is.
 * @throws {ConfigurationError} for an unknown level, or a level without what it needs
 */
export async function invalidate(
  state: CacheState,
  level: InvalidationLevel,
  options: InvalidateOptions = {},
): Promise<void> {
  requireOptionsObject(options, 'invalidate()');
  requireKnownOptions(options, ['namespace', 'key'], 'invalidate()');
  const { namespace, key } = options;
  const { local, watches, resolver, observer } = state.parts;
  switch (level) {
    case 'global':
      watches.overtakeAll();
      resolver.forgetAll();
      local?.l1.clear();
      observer.invalidated(level, {});
      return;
    case 'namespace':
      if (typeof namespace !== 'string' || namespace === '') throw missing(level, 'namespace');
      watches.overtakeNamespace(namespace);
      resolver.forgetAll();
      local?.l1.deleteNamespace(namespace);
      observer.invalidated(level, { namespace });
      return;
    case 'params':
      if (typeof key !== 'string' || key === '') throw missing(level, 'key');
      state.requireUsable(key);
      await deleteEverywhere(state, key);
      observer.invalidated(level, { key });
      return;
    default:
      throw new ConfigurationError("invalidate() knows 'global', 'namespace' and 'params'");
  }
}

/** Store first, then L1: a reader could refill L1 before the store has deleted. */
export async function deleteEverywhere(
  state: CacheState,
  key: string,
  limits?: CallLimits,
): Promise<boolean> {
  const { local, watches, resolver, store } = state.parts;
  watches.overtake(key, null);
  resolver.forget(key);
  try {
    return await store.delete(key, limits);
  } finally {
    watches.overtakeReaders(key, null);
    resolver.forget(key);
    local?.l1.delete(key);
  }
}

function missing(level: string, option: string): ConfigurationError {
  return new ConfigurationError(`invalidate('${level}') needs the option "${option}"`);
}

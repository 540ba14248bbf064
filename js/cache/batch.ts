import type { CallOptions, GetOptions, SetOptions } from '../api.ts';
import { ConfigurationError } from '../errors.ts';
import { extractNamespace } from '../keys/wrap-key.ts';
import type { CacheState } from './cache-state.ts';
import { limitsOf } from './call-limits.ts';
import { lifetimes } from './ttl-choice.ts';
import type { WriteOrder } from './writer.ts';

/** Reads several keys, each entry opened and judged on its own; misses are left out. */
export async function getMany(
  state: CacheState,
  given: readonly string[],
  options: GetOptions | undefined,
): Promise<Map<string, unknown>> {
  const keys = usableKeys(state, given);
  return await state.parts.resolver.readMany(keys, options?.skipL1 === true, limitsOf(options));
}

/** Stores several entries with one lifetime, one sealed value each. The last of a key wins. */
export async function setMany(
  state: CacheState,
  entries: Iterable<readonly [string, unknown]>,
  options: SetOptions | undefined,
): Promise<void> {
  const values = new Map(entries);
  const keys = usableKeys(state, [...values.keys()]);
  const { writer, watches, resolver } = state.parts;
  const ttlSeconds = lifetimes(state.parts, options?.ttl).ttl;
  const limits = limitsOf(options);
  const orders = keys.map((key): WriteOrder => {
    const namespace = options?.namespace ?? extractNamespace(key);
    const watch = watches.begin(key, namespace, true);
    resolver.forget(key);
    return { key, value: values.get(key), ttlSeconds, namespace, limits, watch };
  });
  try {
    await writer.writeMany(orders, limits);
  } finally {
    for (const { watch } of orders) watches.end(watch);
  }
}

/** Deletes several entries; how many were there, as far as the store can tell. */
export async function deleteMany(
  state: CacheState,
  given: readonly string[],
  options: CallOptions | undefined,
): Promise<number> {
  const keys = usableKeys(state, given);
  const { store, watches, resolver, local, observer } = state.parts;
  for (const key of keys) {
    watches.overtake(key, null);
    resolver.forget(key);
  }
  try {
    return await store.deleteMany(keys, limitsOf(options));
  } finally {
    for (const key of keys) {
      watches.overtakeReaders(key, null);
      resolver.forget(key);
      local?.l1.delete(key);
      observer.done('delete', key);
    }
  }
}

/** Each key once, all of them checked before any I/O. */
function usableKeys(state: CacheState, given: readonly string[]): string[] {
  state.requireOpen();
  if (!Array.isArray(given)) throw new ConfigurationError('several keys are given as an array');
  for (const key of given) state.requireUsable(key);
  return [...new Set(given)];
}

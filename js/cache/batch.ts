import type { CallOptions, GetOptions, SetOptions } from '../api.ts';
import { ConfigurationError } from '../errors.ts';
import type { Background } from './background.ts';
import type { CacheState } from './cache-state.ts';
import { limitsOf } from './call-limits.ts';
import { termsOf } from './call-terms.ts';
import { entryTerms, NO_TAGS } from './entry-terms.ts';
import type { WriteOrder } from './writer.ts';

/** Reads several keys, each entry opened and judged on its own; misses are left out. */
export async function getMany(
  state: CacheState,
  given: readonly string[],
  options: GetOptions | undefined,
  background: Background | null,
): Promise<Map<string, unknown>> {
  const keys = usableKeys(state, given);
  const skipL1 = options?.skipL1 === true;
  return await state.parts.resolver.readMany(keys, skipL1, limitsOf(options), background);
}

/** Stores several entries with one lifetime, one sealed value each. The last of a key wins. */
export async function setMany(
  state: CacheState,
  entries: Iterable<readonly [string, unknown]>,
  options: SetOptions | undefined,
): Promise<void> {
  const values = new Map(entries);
  const keys = usableKeys(state, [...values.keys()]);
  const { writer, watches, resolver, tags } = state.parts;
  const call = termsOf(state.parts, options);
  const limits = limitsOf(options);
  const begun = keys.map((key) => {
    resolver.forget(key);
    return watches.begin(key, options?.namespace ?? null, true, call.tags);
  });
  try {
    const versions = call.tags.length === 0 ? NO_TAGS : await tags.forWriting(call.tags, limits);
    const terms = entryTerms(call, call.ttl, versions);
    const orders = begun.map(
      (watch): WriteOrder => ({ value: values.get(watch.key), terms, limits, watch }),
    );
    await writer.writeMany(orders, limits);
  } finally {
    for (const watch of begun) watches.end(watch);
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
      local?.delete(key);
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

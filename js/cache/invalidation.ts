import type { InvalidateOptions, InvalidationLevel } from '../api.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import type { InvalidationTarget } from '../invalidation/event-codec.ts';
import type { CacheParts, CacheState } from './cache-state.ts';
import type { CallLimits } from './store.ts';
import { resolveTags } from './tag-names.ts';

/**
 * Drops entries of this process, and overtakes work that would bring them back. `params` deletes its
 * one entry in the store as well; `namespace` and `global` leave the store as it is. Then tells the
 * other processes, where there is a transport; that they could not be told fails nothing.
 * @throws {ConfigurationError} for an unknown level, or a level without what it needs
 */
export async function invalidate(
  state: CacheState,
  level: InvalidationLevel,
  options: InvalidateOptions = {},
): Promise<void> {
  requireOptionsObject(options, 'invalidate()');
  requireKnownOptions(options, ['namespace', 'key', 'tags'], 'invalidate()');
  const { namespace, key } = options;
  const { observer, invalidator } = state.parts;
  switch (level) {
    case 'global':
      dropLocally(state.parts, { level });
      await invalidator?.publish({ level });
      return;
    case 'namespace':
      if (typeof namespace !== 'string' || namespace === '') throw missing(level, 'namespace');
      dropLocally(state.parts, { level, namespace });
      await invalidator?.publish({ level, namespace });
      return;
    case 'params':
      if (typeof key !== 'string' || key === '') throw missing(level, 'key');
      state.requireUsable(key);
      await deleteEverywhere(state, key);
      observer.invalidated(level, { key });
      await invalidator?.publish({ level, key });
      return;
    case 'tags': {
      const tags = resolveTags(options.tags);
      if (tags.length === 0) throw missing(level, 'tags');
      await invalidateTags(state, tags);
      return;
    }
    default:
      throw new ConfigurationError("invalidate() knows 'global', 'namespace', 'params' and 'tags'");
  }
}

type LocalParts = Pick<CacheParts, 'local' | 'watches' | 'resolver' | 'observer'>;

/** Tags that fit one event. */
const TAGS_PER_EVENT = 16;

/** Store first, as with a delete: a reader could refill L1 under the older version. */
async function invalidateTags(state: CacheState, tags: readonly string[]): Promise<void> {
  const { parts } = state;
  try {
    await parts.tags.renew(tags);
  } finally {
    dropLocally(parts, { level: 'tags', tags });
  }
  for (let i = 0; i < tags.length; i += TAGS_PER_EVENT) {
    await parts.invalidator?.publish({ level: 'tags', tags: tags.slice(i, i + TAGS_PER_EVENT) });
  }
}

/** What an event does to this process, its own or a peer's: the store is left as it is. */
export function dropLocally(parts: LocalParts, target: InvalidationTarget): void {
  const { local, watches, resolver, observer } = parts;
  switch (target.level) {
    case 'params':
      watches.overtakeFromOutside(target.key);
      resolver.forget(target.key);
      local?.delete(target.key);
      observer.invalidated(target.level, { key: target.key });
      return;
    case 'namespace':
      watches.overtakeNamespace(target.namespace);
      resolver.forgetAll();
      local?.deleteNamespace(target.namespace);
      observer.invalidated(target.level, { namespace: target.namespace });
      return;
    case 'tags':
      for (const key of watches.overtakeTagged(target.tags)) resolver.forget(key);
      local?.deleteTagged(target.tags);
      observer.invalidated(target.level, { tags: target.tags });
      return;
    default:
      watches.overtakeAll();
      resolver.forgetAll();
      local?.clear();
      observer.invalidated(target.level, {});
  }
}

/**
 * What a change in the store does to this process: a copy in L1 goes, and none is kept of what is under
 * way.
 * @param key `null` where any entry may have been changed
 * @param copyStays `true` where the copy is judged apart
 */
export function dropChanged(
  { watches, local, observer }: Pick<LocalParts, 'watches' | 'local' | 'observer'>,
  key: string | null,
  copyStays: boolean,
): void {
  watches.change(key);
  if (copyStays) return;
  if (key === null) {
    local?.clear();
    observer.invalidated('global', {});
  } else if (local?.delete(key) === true) observer.invalidated('params', { key });
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
    local?.delete(key);
  }
}

function missing(level: string, option: string): ConfigurationError {
  return new ConfigurationError(`invalidate('${level}') needs the option "${option}"`);
}

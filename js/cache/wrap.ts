import type { WrapOptions } from '../api.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import { requireName, requireNamespace } from '../keys/identity.ts';
import type { WrapKeys } from '../keys/wrap-key.ts';
import type { Background } from './background.ts';
import type { CacheState } from './cache-state.ts';
import { termsOf } from './call-terms.ts';
import { resolveTags } from './tag-names.ts';
import { wrapInterop } from './wrap-interop.ts';

const WRAP_OPTIONS = [
  'namespace',
  'name',
  'ttl',
  'negativeTtl',
  'staleIfError',
  'sliding',
  'tags',
  'skipL1',
  'interop',
  'interopArity',
];

/**
 * A function that answers from the cache. Options are checked at registration; arguments that can have
 * no key reject the call, they are never guessed at.
 */
export function wrapFunction<A extends unknown[], R>(
  state: CacheState,
  background: Background | null,
  compute: (...args: A) => R,
  given: WrapOptions<A>,
): (...args: A) => Promise<Awaited<R>> {
  if (typeof compute !== 'function') {
    throw new ConfigurationError('wrap() takes a function and an object of options');
  }
  requireOptionsObject(given, 'wrap()');
  requireKnownOptions(given, WRAP_OPTIONS, 'wrap()');
  if (given.interop !== undefined) return wrapInterop(state, background, compute, given);
  if (given.interopArity !== undefined) {
    throw new ConfigurationError('wrap() takes interopArity with the option interop only');
  }
  const { namespace, name, ttl, negativeTtl, staleIfError, sliding, tags, skipL1 = false } = given;
  requireNamespace(namespace);
  requireName(name);
  const identity = { namespace, name };
  termsOf(state.parts, { ttl, negativeTtl, staleIfError, sliding });
  const tagsFor = typeof tags === 'function' ? tags : null;
  const fixedTags = typeof tags === 'function' ? [] : resolveTags(tags);

  const { parts } = state;
  const resolve = (keys: WrapKeys, self: unknown, args: A): Promise<Awaited<R>> => {
    const key = keys.keyFor(identity, args);
    state.requireUsable(key);
    const tagged = tagsFor === null ? fixedTags : tagsFor(...args);
    return parts.resolver.resolve<Awaited<R>>({
      key,
      namespace,
      terms: termsOf(parts, { ttl, negativeTtl, staleIfError, sliding, tags: tagged }),
      skipL1,
      compute: async (): Promise<Awaited<R>> => await Reflect.apply(compute, self, args),
      limits: undefined,
      background,
    });
  };
  // Not an async function: on a hit the promise of the resolver is the only one.
  return function cached(this: unknown, ...args: A): Promise<Awaited<R>> {
    try {
      state.requireOpen();
      const keys = parts.keys();
      if (!isThenable(keys)) return resolve(keys, this, args);
      return loaded(keys).then((ready) => resolve(ready, this, args));
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/** A promise of ours, whatever the platform gave. */
async function loaded(keys: PromiseLike<WrapKeys>): Promise<WrapKeys> {
  return await keys;
}

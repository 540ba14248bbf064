import type { WrapOptions } from '../api.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import { requireName, requireNamespace } from '../keys/identity.ts';
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
  const terms = { ttl, negativeTtl, staleIfError, sliding };
  termsOf(state.parts, terms);
  const tagsFor = typeof tags === 'function' ? tags : null;
  const fixedTags = typeof tags === 'function' ? [] : resolveTags(tags);

  return async function cached(this: unknown, ...args: A): Promise<Awaited<R>> {
    state.requireOpen();
    const loading = state.parts.keys();
    const keys = isThenable(loading) ? await loading : loading;
    const key = keys.keyFor(identity, args);
    state.requireUsable(key);
    return await state.parts.resolver.resolve<Awaited<R>>({
      key,
      namespace,
      terms: termsOf(state.parts, {
        ...terms,
        tags: tagsFor === null ? fixedTags : tagsFor(...args),
      }),
      skipL1,
      compute: async (): Promise<Awaited<R>> => await Reflect.apply(compute, this, args),
      limits: undefined,
      background,
    });
  };
}

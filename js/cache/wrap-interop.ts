import type { WrapOptions } from '../api.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import { checkedInterop, requirePlainKeys } from '../interop/option.ts';
import type { Background } from './background.ts';
import type { CacheState } from './cache-state.ts';
import { termsOf } from './call-terms.ts';

/** They need a label in front of the value, which no other SDK knows. */
const LABELLED = ['tags', 'sliding', 'staleIfError'] as const;

/**
 * `wrap` in interop mode. Everything but the arguments is checked at registration. A value outside of
 * the data model rejects the call, also where the cache would go on without storing it.
 */
export function wrapInterop<A extends unknown[], R>(
  state: CacheState,
  background: Background | null,
  compute: (...args: A) => R,
  given: WrapOptions<A>,
): (...args: A) => Promise<Awaited<R>> {
  const { ttl, negativeTtl, skipL1 = false } = given;
  const call = checkedInterop(given, compute.length);
  for (const option of LABELLED) {
    if (given[option] !== undefined) {
      throw new ConfigurationError(
        `${option} has no place in entries of interop mode; leave it out`,
      );
    }
  }
  const { parts } = state;
  requirePlainKeys(parts.backend);
  const terms = { ttl, negativeTtl };
  termsOf(parts, terms);
  const { interop } = parts;
  const resolver = interop.resolverFor(call);

  return async function cached(this: unknown, ...args: A): Promise<Awaited<R>> {
    state.requireOpen();
    requirePlainKeys(parts.backend);
    if (args.length !== call.arity) {
      throw new ConfigurationError(
        `a function with interopArity ${call.arity} was called with ${args.length} arguments`,
      );
    }
    const made = interop.keyFor(call, args);
    const key = isThenable(made) ? await made : made;
    state.requireUsable(key);
    const outcome = await resolver.resolve<unknown>({
      key,
      namespace: call.namespace,
      terms: termsOf(parts, terms),
      skipL1,
      compute: async () => interop.codec.computed(await Reflect.apply(compute, this, args)),
      limits: undefined,
      background,
    });
    return interop.codec.settled<Awaited<R>>(outcome);
  };
}

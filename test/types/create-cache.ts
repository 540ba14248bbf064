/** Checked by `npm run typecheck` alone: what the types of `createCache` allow and forbid. */

import {
  type Cache,
  type CacheOptions,
  type CreateCacheFn,
  createCache,
  MemoryBackend,
  type SecureCache,
} from '../../js/node.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_Claim extends true>(): void => {};

const backend = new MemoryBackend();
const masterKey = 'a'.repeat(64);
const double = (value: number): number => 2 * value;

export function types(options: CacheOptions): void {
  const plain = createCache({ backend });
  const sealed = createCache({ backend, encryption: { masterKey } });
  const unknown = createCache(options);
  const minimal = createCache.minimal({ backend });
  const production = createCache.production({ backend, metrics: true });
  const secure = createCache.secure({ backend, masterKey });
  holds<Same<typeof plain, Cache>>();
  holds<Same<typeof sealed, SecureCache>>();
  holds<Same<typeof unknown, Cache>>();
  holds<Same<typeof minimal, Cache>>();
  holds<Same<typeof production, Cache>>();
  holds<Same<typeof secure, SecureCache>>();
  holds<Same<typeof createCache, CreateCacheFn<Cache, SecureCache>>>();

  const wrapped = secure.secure.wrap(double, { namespace: 'double' });
  holds<Same<typeof wrapped, (value: number) => Promise<number>>>();
  sealed.secure.wrap(double, { namespace: 'double' });
  // @ts-expect-error a plaintext cache has no secure.wrap
  plain.secure.wrap(double, { namespace: 'double' });
  // @ts-expect-error whether these options encrypt is not known
  unknown.secure.wrap(double, { namespace: 'double' });
  // @ts-expect-error nor does a preset that does not encrypt
  minimal.secure.wrap(double, { namespace: 'double' });
  // @ts-expect-error nor does this one
  production.secure.wrap(double, { namespace: 'double' });

  // @ts-expect-error minimal takes no metrics
  createCache.minimal({ backend, metrics: true });
  // @ts-expect-error encryption is no option of production
  createCache.production({ backend, encryption: { masterKey } });
  // @ts-expect-error a backend is needed
  createCache.secure({ masterKey });
  createCache.secure({ url: 'redis://localhost', keyPrefix: 'app:' });
  // @ts-expect-error either a backend or a url
  createCache.minimal({ backend, url: 'redis://localhost' });
  // @ts-expect-error keyPrefix belongs to a url
  createCache.minimal({ backend, keyPrefix: 'app:' });
  createCache.io({ apiKey: 'a', encryption: { masterKey } }).secure.wrap(double, {
    namespace: 'double',
  });
  // @ts-expect-error without encryption there is no secure.wrap
  createCache.io({ apiKey: 'a' }).secure.wrap(double, { namespace: 'double' });
  createCache.secure({ backend, masterKey: process.env['CACHEKIT_MASTER_KEY'] });
}

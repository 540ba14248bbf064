/** For each option of a call two values, and what is seen to differ between them. */
import { vi } from 'vitest';
import type { SecureCache } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';
import { outcome } from './option-observers.ts';

export interface CallEffect {
  readonly one: object;
  readonly other: object;
  readonly observe: (makeCache: MakeCache, options: object) => Promise<unknown>;
}

type Call = (cache: SecureCache, options: object) => Promise<unknown>;

const set: Call = (cache, options) => cache.set('k', 1, options);
const setMany: Call = (cache, options) => cache.setMany([['k', 1]], options);
const get: Call = (cache, options) => cache.get('k', options);
/** A use that takes no options. */
const read: Call = (cache) => cache.get('k');
const getMany: Call = (cache, options) => cache.getMany(['k'], options);
const getOrSet: Call = (cache, options) => cache.getOrSet('k', () => 1, options);
const wrap: Call = (cache, options) => cache.wrap(() => 1, { namespace: 'n', ...options })();

/** The TTL that the store was given. */
const ttlOf =
  (call: Call): CallEffect['observe'] =>
  async (makeCache, options) => {
    const backend = new MemoryBackend();
    const stored = vi.spyOn(backend, 'set');
    await call(makeCache({ backend }, new ManualClock()), options);
    return stored.mock.calls.find(([key]) => !key.startsWith('sealcache-tag:'))?.[2];
  };

/** Whether the entry of a call is dropped with a namespace or a tag. */
const droppedBy =
  (call: Call, level: 'namespace' | 'tags'): CallEffect['observe'] =>
  async (makeCache, options) => {
    const backend = new MemoryBackend();
    const cache = makeCache({ backend });
    await call(cache, options);
    const entries = cache.stats().l1.entries;
    await cache.invalidate(level, level === 'tags' ? { tags: ['g'] } : { namespace: 'g' });
    return cache.stats().l1.entries < entries;
  };

/** What the call ends in when the store does not answer. */
const stalled =
  (call: Call, verb: 'get' | 'set'): CallEffect['observe'] =>
  async (makeCache, options) => {
    const backend = new GatedBackend();
    const release = backend.hold(verb);
    const cache = makeCache({ backend, reliability: { degradation: false } });
    const ended = outcome(() => call(cache, options));
    await new Promise((resolve) => setTimeout(resolve, 30));
    release();
    return await ended;
  };

/** Whether a use gives an entry its life back. */
const afterUse =
  (call: Call, use: Call): CallEffect['observe'] =>
  async (makeCache, options) => {
    const clock = new ManualClock();
    const backend = new MemoryBackend({ now: clock.now });
    const cache = makeCache({ backend }, clock);
    const given = { ttl: 100, ...options };
    await call(cache, given);
    clock.advance(60_000);
    const refreshed = vi.spyOn(backend, 'refreshTTL');
    await use(cache, given);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return refreshed.mock.calls.length > 0;
  };

/** How often the store is asked for what L1 holds. */
const asksStore =
  (call: Call): CallEffect['observe'] =>
  async (makeCache, options) => {
    const backend = new GatedBackend();
    const cache = makeCache({ backend });
    await call(cache, {});
    await cache.set('k', 1);
    const asked = backend.calls.get;
    await call(cache, options);
    return backend.calls.get - asked;
  };

const keyOf: CallEffect['observe'] = async (makeCache, options) => {
  const backend = new GatedBackend();
  const stored = vi.spyOn(backend, 'set');
  await wrap(makeCache({ backend }), options);
  return stored.mock.calls[0]?.[0];
};

const limits = (call: Call, verb: 'get' | 'set') => ({
  signal: {
    one: { signal: AbortSignal.abort(new RangeError('gone')) },
    other: {},
    observe: stalled(call, verb),
  },
  timeout: { one: { timeout: 5 }, other: { timeout: 5_000 }, observe: stalled(call, verb) },
});

/** @param use reads what the call stored */
const terms = (call: Call, use: Call) => ({
  ttl: { one: { ttl: 10 }, other: { ttl: 20 }, observe: ttlOf(call) },
  staleIfError: { one: { staleIfError: 10 }, other: {}, observe: ttlOf(call) },
  sliding: { one: { sliding: true }, other: {}, observe: afterUse(call, use) },
  tags: { one: { tags: ['g'] }, other: { tags: ['h'] }, observe: droppedBy(call, 'tags') },
});

const grouped = (call: Call) => ({
  namespace: {
    one: { namespace: 'g' },
    other: { namespace: 'h' },
    observe: droppedBy(call, 'namespace'),
  },
});

const skipping = (call: Call) => ({
  skipL1: { one: { skipL1: true }, other: {}, observe: asksStore(call) },
});

const nothing: Call = (cache, options) => cache.getOrSet('k', () => null, options);
const wrappedNothing: Call = (cache, options) =>
  cache.wrap(() => null, { namespace: 'n', ...options })();
const negative = (call: Call) => ({
  negativeTtl: { one: { negativeTtl: 5 }, other: {}, observe: ttlOf(call) },
});

interface CallRow {
  readonly options: Readonly<Record<string, CallEffect>>;
  /** Makes the call with an option by that name, or with these options. */
  readonly refuse: (cache: SecureCache, given: string | object) => unknown;
}

const row = (
  options: Readonly<Record<string, CallEffect>>,
  call: (cache: SecureCache, given: object) => unknown,
): CallRow => ({
  options,
  refuse: (cache, given) => call(cache, typeof given === 'string' ? { [given]: 1 } : given),
});

export const CALL_EFFECTS: Readonly<Record<string, CallRow>> = {
  get: row({ ...skipping(get), ...limits(get, 'get') }, get),
  getMany: row({ ...skipping(getMany), ...limits(getMany, 'get') }, getMany),
  set: row({ ...terms(set, read), ...grouped(set), ...limits(set, 'set') }, set),
  setMany: row(
    { ...terms(setMany, read), ...grouped(setMany), ...limits(setMany, 'set') },
    setMany,
  ),
  getOrSet: row(
    {
      ...terms(getOrSet, read),
      ...grouped(getOrSet),
      ...limits(getOrSet, 'get'),
      ...skipping(getOrSet),
      ...negative(nothing),
    },
    getOrSet,
  ),
  wrap: row(
    {
      ...terms(wrap, wrap),
      ...skipping(wrap),
      ...negative(wrappedNothing),
      namespace: { one: { namespace: 'a' }, other: { namespace: 'b' }, observe: keyOf },
      name: { one: { name: 'a' }, other: { name: 'b' }, observe: keyOf },
      interop: {
        one: { interop: 'a', interopArity: 0 },
        other: { interop: 'b', interopArity: 0 },
        observe: keyOf,
      },
      interopArity: {
        one: { interop: 'a', interopArity: 0 },
        other: { interop: 'a', interopArity: 1 },
        observe: async (makeCache, options) =>
          await outcome(() => wrap(makeCache({ backend: new GatedBackend() }), options)),
      },
    },
    (cache, given) => {
      const options = Object.assign(given, { namespace: 'n' });
      return Reflect.apply(cache.wrap, cache, [() => 1, options]);
    },
  ),
};

/** What `invalidate` takes, what it does here and in the store, and what it tells (docs/cache.md). */
import { describe, expect, test } from 'vitest';
import type { SecureCache } from '../../../js/api.ts';
import type { Backend } from '../../../js/backends/backend.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { deserializeEvent } from '../../../js/invalidation/event-codec.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

class TappedTransport extends LocalInvalidationTransport {
  readonly sent: Uint8Array[] = [];

  override async publish(bytes: Uint8Array): Promise<void> {
    this.sent.push(bytes.slice());
    await super.publish(bytes);
  }
}

/** A cache that listens: what it did at its subscription is over. */
async function listening(makeCache: MakeCache, backend: Backend = new MemoryBackend()) {
  const transport = new TappedTransport();
  const cache = makeCache({ backend, invalidation: { transport } });
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 2));
  return { cache, transport };
}

const manyTags = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`);

/** Of each level a call, and what listeners, peers and the store make of an entry of key `k`. */
const levels: readonly (readonly [string, object, object])[] = [
  ['global', {}, {}],
  ['namespace', { namespace: 'mine' }, { namespace: 'mine' }],
  ['params', { key: 'k' }, { key: 'k' }],
  ['tags', { tags: ['t'] }, { tags: ['t'] }],
];

/** Levels as a caller without types would give them. */
const invalidate = (cache: SecureCache, ...given: unknown[]): Promise<void> =>
  Reflect.apply(cache.invalidate, cache, given);

export function invalidateCallSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: invalidate`, () => {
    captureLog();

    test.each(levels)('%s is told to listeners and to peers', async (level, given, details) => {
      const { cache, transport } = await listening(makeCache);
      const heard: unknown[] = [];
      cache.on('invalidate', (event) => heard.push(event));
      await invalidate(cache, level, given);
      expect(heard).toEqual([{ level, ...details }]);
      expect(transport.sent.map(deserializeEvent)).toMatchObject([{ level, ...details }]);
    });

    test.each(levels)('%s drops from L1 what it names', async (level, given) => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      await cache.set('k', 1, { namespace: 'mine', tags: ['t'] });
      await cache.set('other', 2, { namespace: 'other', tags: ['u'] });
      await invalidate(cache, level, given);
      expect(cache.stats().l1.entries).toBe(level === 'global' ? 0 : 1);
      const found = level === 'global' || level === 'namespace' ? 1 : null;
      expect(await cache.get('k')).toBe(found);
      expect(await cache.get('other')).toBe(2);
      expect(backend.calls.delete).toBe(level === 'params' ? 1 : 0);
    });

    test.each(levels)('%s works without L1', async (level, given) => {
      const cache = makeCache({ backend: new MemoryBackend(), l1: { enabled: false } });
      await cache.set('k', 1, { tags: ['t'] });
      await invalidate(cache, level, given);
      const kept = level === 'global' || level === 'namespace';
      expect(await cache.get('k')).toBe(kept ? 1 : null);
    });

    test.each([1, 16, 17, 48, 64])('%i tags reach peers in events of at most 16', async (count) => {
      const { cache, transport } = await listening(makeCache);
      const tags = manyTags(count);
      await cache.invalidate('tags', { tags });
      const told = transport.sent.map((bytes) => {
        const event = deserializeEvent(bytes);
        return event.level === 'tags' ? event.tags : [];
      });
      expect(told.flat()).toEqual(tags);
      expect(told).toHaveLength(Math.ceil(count / 16));
      expect(Math.max(...told.map((list) => list.length))).toBeLessThanOrEqual(16);
    });

    const refused: readonly (readonly [string, unknown[]])[] = [
      ['no level', []],
      ['an unknown level', ['everything']],
      ['options that are none', ['global', null]],
      ['options that are a text', ['global', 'k']],
      ['an unknown option', ['global', { level: 1 }]],
      ['a namespace that is missing', ['namespace']],
      ['an empty namespace', ['namespace', { namespace: '' }]],
      ['a namespace that is no text', ['namespace', { namespace: 5 }]],
      ['a key that is missing', ['params', { namespace: 'mine' }]],
      ['an empty key', ['params', { key: '' }]],
      ['a key that is no text', ['params', { key: ['k'] }]],
      ['a key that cannot be one', ['params', { key: 'a\ud800' }]],
    ];
    test.each(refused)('%s is refused and changes nothing', async (_what, given) => {
      const backend = new GatedBackend();
      const { cache, transport } = await listening(makeCache, backend);
      await cache.set('k', 1, { namespace: 'mine' });
      await expect(invalidate(cache, ...given)).rejects.toThrow(ConfigurationError);
      expect(cache.stats().l1.entries).toBe(1);
      expect(backend.calls.delete).toBe(0);
      expect(transport.sent).toEqual([]);
    });

    test('the refusal says which option is missing', async () => {
      const cache = makeCache({ backend: new MemoryBackend() });
      await expect(invalidate(cache, 'namespace')).rejects.toThrow(/'namespace'.*"namespace"/);
      await expect(invalidate(cache, 'params')).rejects.toThrow(/'params'.*"key"/);
    });

    test('a closed cache invalidates nothing', async () => {
      const cache = makeCache({ backend: new MemoryBackend() });
      await cache.close();
      await expect(cache.invalidate('global')).rejects.toThrow(BackendError);
    });

    test('a store that cannot delete still costs the copies here', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, reliability: { degradation: false } });
      await cache.set('k', 1);
      backend.failWith(new BackendError('down'));
      await expect(cache.invalidate('params', { key: 'k' })).rejects.toThrow('down');
      expect(cache.stats().l1.entries).toBe(0);
    });
  });
}

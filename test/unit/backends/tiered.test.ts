/** Which of the two stores is asked, what is copied and for how long. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Backend } from '../../../js/backends/backend.ts';
import { isLockableBackend, isTTLBackend } from '../../../js/backends/backend.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { TieredBackend, tiered } from '../../../js/backends/tiered.ts';
import { MAX_TTL_SECONDS } from '../../../js/config/ttl.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { PrefixedBackend } from '../../helpers/prefixed-backend.ts';
import { BatchingBackend, bare, ProbedBackend } from './tiered-helpers.ts';

const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);

let clock: number;
let near: ProbedBackend;
let far: BatchingBackend;
let store: TieredBackend;
beforeEach(() => {
  clock = 1_000_000;
  near = new ProbedBackend({ now: () => clock });
  far = new BatchingBackend({ now: () => clock });
  store = tiered([near, far]);
});

describe('reading', () => {
  it('asks the far store only for what the near one does not have', async () => {
    await store.set('key', bytes(1), 60);
    far.calls.length = 0;
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(await store.exists('key')).toBe(true);
    expect(far.calls).toStrictEqual([]);
    await near.delete('key');
    expect(await store.exists('key')).toBe(true);
  });

  it('copies what only the far store had, for as long as it lives there, rounded down', async () => {
    await far.set('key', bytes(1), 60);
    clock += 10_500;
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect((await near.getWithTtl('key'))?.remainingTtl).toBe(49);
    clock += 49_000;
    expect(await near.get('key')).toBeNull();
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(await near.get('key')).toBeNull();
    clock += 500;
    expect(await store.get('key')).toBeNull();
  });

  it('copies what others gave a longer life than any store takes here', async () => {
    far.getWithTtl = async () => ({ bytes: bytes(1), remainingTtl: 1e10 });
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(await near.getTTL('key')).toBe(MAX_TTL_SECONDS);
  });

  it('copies nothing of which nobody knows how long it lives, unless it has a bound', async () => {
    await far.set('key', bytes(1));
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(await near.get('key')).toBeNull();
    await tiered([near, far], { nearTtl: 30 }).get('key');
    expect((await near.getWithTtl('key'))?.remainingTtl).toBe(30);
    await near.delete('key');
    await tiered([near, bare(far)], { nearTtl: 20 }).get('key');
    expect((await near.getWithTtl('key'))?.remainingTtl).toBe(20);
  });

  it('bounds every copy by nearTtl', async () => {
    const bounded = tiered([near, far], { nearTtl: 30 });
    await bounded.set('written', bytes(1), 60);
    await bounded.set('short', bytes(1), 10);
    await far.set('read', bytes(1), 60);
    await bounded.get('read');
    expect(await near.getTTL('written')).toBe(30);
    expect(await near.getTTL('short')).toBe(9);
    expect(await near.getTTL('read')).toBe(30);
    expect(await far.getTTL('written')).toBe(60);
  });

  it('counts what the far store took to answer against the life of a copy', async () => {
    await far.set('read', bytes(1), 3);
    far.before = () => new Promise((resolve) => setTimeout(resolve, 1100));
    await store.get('read');
    await store.set('written', bytes(1), 3);
    expect([await near.getTTL('read'), await near.getTTL('written')]).toStrictEqual([1, 1]);
  });

  it('does not copy what the far store calls stale', async () => {
    const stale: Backend = {
      ...bare(far),
      getWithTtl: async () => ({ bytes: bytes(1), remainingTtl: 30, stale: true }),
    };
    const over = tiered([near, stale], { nearTtl: 30 });
    expect(await over.getWithTtl?.('key')).toMatchObject({ bytes: bytes(1), stale: true });
    expect(await near.get('key')).toBeNull();
  });

  it('tells how long the copy lives', async () => {
    await store.set('key', bytes(1), 60);
    clock += 1000;
    far.calls.length = 0;
    expect(await store.getWithTtl?.('key')).toStrictEqual({ bytes: bytes(1), remainingTtl: 58 });
    expect(far.calls).toStrictEqual([]);
  });

  it('asks the far store once for all that are missing, and copies none of them', async () => {
    await store.set('a', bytes(1), 60);
    await far.set('b', bytes(2), 60);
    far.calls.length = 0;
    expect(await store.getMany?.(['b', 'a', 'absent', 'b'])).toStrictEqual([
      bytes(2),
      bytes(1),
      null,
      bytes(2),
    ]);
    expect(far.calls).toStrictEqual(['getMany b,absent,b']);
    expect(await near.get('b')).toBeNull();
  });
});

describe('writing', () => {
  it('writes to both, and deletes from both', async () => {
    await store.set('key', bytes(1), 60);
    expect(await near.get('key')).toStrictEqual(bytes(1));
    expect(await far.get('key')).toStrictEqual(bytes(1));
    expect(await store.delete('key')).toBe(true);
    expect(await near.get('key')).toBeNull();
    expect(await far.get('key')).toBeNull();
    await near.set('key', bytes(1), 60);
    expect(await store.delete('key')).toBe(false);
    expect(await near.get('key')).toBeNull();
  });

  it('copies the bytes as they were when it was called', async () => {
    const value = bytes(1, 2, 3);
    const setting = store.set('key', value, 60);
    value.fill(0);
    await setting;
    expect(await near.get('key')).toStrictEqual(bytes(1, 2, 3));
    expect(await far.get('key')).toStrictEqual(bytes(1, 2, 3));
  });

  it('leaves no older copy where the new one is not kept', async () => {
    await store.set('key', bytes(1), 60);
    await store.set('key', bytes(2));
    expect(await near.get('key')).toBeNull();
    expect(await store.get('key')).toStrictEqual(bytes(2));
  });

  it('many in one request to the far store', async () => {
    await store.setMany?.(
      [
        ['a', bytes(1)],
        ['b', bytes(2)],
      ],
      60,
    );
    expect(far.calls).toStrictEqual(['setMany']);
    expect(await near.get('b')).toStrictEqual(bytes(2));
    expect(await store.deleteMany?.(['a', 'b', 'absent'])).toBe(2);
    expect(far.calls).toStrictEqual(['setMany', 'deleteMany']);
    expect(await near.get('b')).toBeNull();
  });

  it('TTLs are those of the far store; a shorter one ends the copy, too', async () => {
    await store.set('key', bytes(1), 60);
    expect(await store.refreshTTL?.('key', 10)).toBe(true);
    expect(await store.getTTL?.('key')).toBe(10);
    clock += 10_000;
    expect(await store.get('key')).toBeNull();
    await near.set('key', bytes(1), 60);
    expect(await store.refreshTTL?.('key', 10)).toBe(false);
    expect(await store.get('key')).toBeNull();
  });

  it('locks are those of the far store', async () => {
    const lock = await store.acquireLock?.('key', 1000);
    expect(await far.acquireLock('key', 1000)).toBeNull();
    expect(await store.releaseLock?.('key', lock ?? '')).toBe(true);
    expect(await near.acquireLock('key', 1000)).not.toBeNull();
  });
});

describe('what fits together', () => {
  it('has what the far store has', () => {
    expect(isTTLBackend(store) && isLockableBackend(store)).toBe(true);
    const least = tiered([near, bare(far)]);
    expect(isTTLBackend(least) || isLockableBackend(least)).toBe(false);
    expect(least.getWithTtl ?? least.getMany ?? least.setMany ?? least.deleteMany).toBeUndefined();
    expect(store.compressionDefault).toBe(true);
    const packing = { ...bare(far), compressionDefault: false };
    expect(tiered([near, packing]).compressionDefault).toBe(false);
  });

  it('both have one prefix, which is its own', () => {
    const [one, other] = [new PrefixedBackend(near, 'p:'), new PrefixedBackend(far, 'p:')];
    expect(tiered([one, other]).keyPrefix).toBe('p:');
    expect(() => tiered([one, bare(far)])).toThrow(ConfigurationError);
    expect(() => tiered([near, new PrefixedBackend(far, 'p:')])).toThrow(ConfigurationError);
    expect(store.keyPrefix).toBe('');
  });

  it('refuses keys and TTLs that one of the stores cannot take', () => {
    const picky = (word: string): Backend => ({
      ...bare(far),
      validateKey: (key) => {
        if (key === word) throw new ConfigurationError(word);
      },
      validateTtl: (ttl) => {
        if (ttl === 7) throw new ConfigurationError(word);
      },
    });
    const both = tiered([picky('near'), picky('far')]);
    for (const key of ['near', 'far']) expect(() => both.validateKey(key)).toThrow(key);
    both.validateKey('key');
    expect(() => both.validateTtl(7)).toThrow('far');
    for (const ttl of [0, Number.NaN]) expect(() => store.validateTtl(ttl)).toThrow();
    store.validateTtl(7);
  });

  it.each([
    [[]],
    [undefined],
    [[new MemoryBackend()]],
    [[new MemoryBackend(), {}]],
    [[{}, new MemoryBackend()]],
    [[new MemoryBackend(), new MemoryBackend(), new MemoryBackend()]],
    [[bare(new MemoryBackend()), new MemoryBackend()]],
  ])('refuses what are no two stores that fit (%#)', (tiers) => {
    expect(() => Reflect.construct(TieredBackend, [tiers])).toThrow(ConfigurationError);
  });

  it('refuses one store twice', () => {
    expect(() => tiered([near, near])).toThrow(ConfigurationError);
  });

  it.each([
    [{ nearTtl: 0 }],
    [{ nearTtl: Number.POSITIVE_INFINITY }],
    [{ nearTimeout: 0 }],
    [{ nearTimeout: '1' }],
    [{ ttl: 1 }],
    [null],
  ])('refuses the options %j', (options) => {
    expect(() => Reflect.construct(TieredBackend, [[near, far], options])).toThrow(
      ConfigurationError,
    );
  });
});

it('closes both, also where one fails, and waits for both', async () => {
  near.close = () => Promise.reject(new Error('stuck'));
  const close = far.close.bind(far);
  far.close = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await close();
  };
  await expect(store.close()).rejects.toThrow('stuck');
  await expect(far.get('key')).rejects.toThrow(BackendError);
  await expect(store.exists('key')).rejects.toThrow(BackendError);
});

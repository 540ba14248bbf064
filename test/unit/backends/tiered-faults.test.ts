/** A near store that fails or hangs, a far one that does, and operations that overlap. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TieredBackend, tiered } from '../../../js/backends/tiered.ts';
import { Changes } from '../../../js/backends/tiered-changes.ts';
import { BackendError, ValueTooLargeError } from '../../../js/errors.ts';
import { setLogger } from '../../../js/log/logger.ts';
import { BatchingBackend, failing, ProbedBackend } from './tiered-helpers.ts';

const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);

let lines: string[];
let near: ProbedBackend;
let far: BatchingBackend;
let store: TieredBackend;
beforeEach(() => {
  lines = [];
  setLogger((line) => lines.push(line));
  near = new ProbedBackend();
  far = new BatchingBackend();
  store = tiered([near, far], { nearTimeout: 100 });
});
afterEach(() => setLogger(null));

describe('a near store that fails', () => {
  it('fails nothing that the far store can do', async () => {
    near.before = failing;
    await store.set('key', bytes(1), 60);
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(await store.getWithTtl?.('key')).toMatchObject({ bytes: bytes(1) });
    expect(await store.exists('key')).toBe(true);
    expect(await store.getMany?.(['key', 'absent'])).toStrictEqual([bytes(1), null]);
    expect(await store.refreshTTL?.('key', 10)).toBe(true);
    await store.setMany?.([['other', bytes(2)]], 60);
    expect(await store.deleteMany?.(['other'])).toBe(1);
    expect(await store.delete('key')).toBe(true);
  });

  it('is told of once, without the key or the text of the failure', async () => {
    near.before = failing;
    await store.get('topsecret');
    await store.get('topsecret');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('near store');
    expect(lines[0]).not.toMatch(/topsecret|out of order/);
  });

  it('costs its timeout when it hangs, and soon nothing', async () => {
    await far.set('key', bytes(1), 60);
    near.before = () => new Promise(() => {});
    const began = performance.now();
    expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(performance.now() - began).toBeGreaterThan(90);
    expect(near.calls).toStrictEqual(['getWithTtl']);
    for (let i = 0; i < 10; i += 1) await store.get('key');
    const calls = near.calls.length;
    const later = performance.now();
    for (let i = 0; i < 10; i += 1) expect(await store.get('key')).toStrictEqual(bytes(1));
    expect(performance.now() - later).toBeLessThan(90);
    expect(near.calls).toHaveLength(calls);
  });

  it('is not asked for a copy that could not be replaced or removed, until one can be', async () => {
    await store.set('set', bytes(1), 60);
    await store.set('deleted', bytes(1), 60);
    near.before = (call) => (call === 'set' || call === 'delete' ? failing() : undefined);
    await store.set('set', bytes(2), 60);
    await store.delete('deleted');
    expect(await store.get('set')).toStrictEqual(bytes(2));
    expect(await store.get('deleted')).toBeNull();
    expect(await store.exists('deleted')).toBe(false);
    expect(await store.getMany?.(['set', 'deleted'])).toStrictEqual([bytes(2), null]);
    near.before = () => {};
    expect(await store.get('set')).toStrictEqual(bytes(2));
    expect(await near.get('set')).toStrictEqual(bytes(2));
    far.calls.length = 0;
    expect(await store.get('set')).toStrictEqual(bytes(2));
    expect(far.calls).toStrictEqual([]);
  });

  it('is remembered to have 10,000 old copies, and no more', async () => {
    const keys = Array.from({ length: 10_001 }, (_, i) => `key-${i}`);
    for (const key of keys) await near.set(key, bytes(1), 60);
    near.before = (call) => {
      // Of a kind that the breaker does not count.
      if (call === 'delete') throw new ValueTooLargeError('not now');
    };
    for (const key of keys) await store.delete(key);
    expect(await store.get('key-1')).toBeNull();
    expect(await store.get('key-10000')).toBeNull();
    expect(await store.get('key-0')).toStrictEqual(bytes(1));
  });

  it('is not called broken when the tiers are closed', async () => {
    await store.close();
    for (const work of [
      () => store.get('key'),
      () => store.exists('key'),
      () => store.delete('key'),
    ]) {
      await expect(work()).rejects.toThrow(BackendError);
    }
    expect(lines).toStrictEqual([]);
  });

  it('keeps no older copy of what is too large for it, and is not called broken', async () => {
    await store.set('key', bytes(1), 60);
    near.before = (call) => {
      if (call === 'set') throw new ValueTooLargeError('too large');
    };
    for (let i = 0; i < 20; i += 1) await store.set('key', bytes(2), 60);
    expect(await near.get('key')).toBeNull();
    expect(await store.get('key')).toStrictEqual(bytes(2));
    expect(lines).toStrictEqual([]);
    near.before = () => {};
    await store.set('key', bytes(3), 60);
    expect(await near.get('key')).toStrictEqual(bytes(3));
  });
});

describe('a far store that fails', () => {
  it('fails the write, and leaves no copy that may be older or newer', async () => {
    await store.set('key', bytes(1), 60);
    far.before = failing;
    await expect(store.set('key', bytes(2), 60)).rejects.toThrow('out of order');
    expect(await near.get('key')).toBeNull();
    await near.set('key', bytes(1), 60);
    const many = store.setMany?.(
      [
        ['key', bytes(2)],
        ['other', bytes(2)],
      ],
      60,
    );
    await expect(many).rejects.toThrow('out of order');
    expect(await near.get('key')).toBeNull();
    await near.set('key', bytes(1), 60);
    await expect(store.delete('key')).rejects.toThrow('out of order');
    expect(await near.get('key')).toBeNull();
  });

  it('fails a read that the near store cannot answer, and no other', async () => {
    await store.set('key', bytes(1), 60);
    far.before = failing;
    expect(await store.get('key')).toStrictEqual(bytes(1));
    await expect(store.get('absent')).rejects.toThrow('out of order');
    near.before = failing;
    await expect(store.get('key')).rejects.toThrow('out of order');
  });
});

describe('operations at the same time', () => {
  /** Holds a call back until the function that it gives is called. */
  function hold(backend: ProbedBackend, held: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    let first = true;
    backend.before = async (call) => {
      if (call !== held || !first) return;
      first = false;
      await promise;
    };
    return resolve;
  }

  it('a read that began before a write copies nothing over it', async () => {
    await far.set('key', bytes(1), 60);
    // The far store has answered, and the answer is on its way.
    const release = hold(near, 'set');
    const reading = store.get('key');
    await sleep(5);
    await store.delete('key');
    await store.set('key', bytes(2), 60);
    release();
    expect(await reading).toStrictEqual(bytes(1));
    expect(await store.get('key')).toStrictEqual(bytes(2));
    expect(await near.get('key')).not.toStrictEqual(bytes(1));
  });

  it('a read that the far store answers late copies nothing over a delete', async () => {
    await far.set('key', bytes(1), 60);
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = far.getWithTtl.bind(far);
    far.getWithTtl = async (key) => {
      const entry = await answer(key);
      await promise;
      return entry;
    };
    const reading = store.get('key');
    await sleep(5);
    await store.delete('key');
    near.calls.length = 0;
    resolve();
    expect(await reading).toStrictEqual(bytes(1));
    expect(near.calls).toStrictEqual([]);
    expect(await store.get('key')).toBeNull();
  });

  it('two writes whose copies arrive the wrong way round leave none', async () => {
    const release = hold(near, 'set');
    const first = store.set('key', bytes(1), 60);
    await sleep(5);
    await store.set('key', bytes(2), 60);
    release();
    await first;
    expect(await store.get('key')).toStrictEqual(bytes(2));
  });

  it('a copy that is made after its timeout does not stay', async () => {
    const release = hold(near, 'set');
    await store.set('key', bytes(1), 60);
    await store.set('key', bytes(2), 60);
    expect(await near.get('key')).toStrictEqual(bytes(2));
    release();
    await sleep(20);
    expect(await store.get('key')).toStrictEqual(bytes(2));
  });

  it('other keys and other reads are left alone', async () => {
    await far.set('key', bytes(1), 60);
    const release = hold(near, 'set');
    const reading = store.get('key');
    await sleep(5);
    await Promise.all([store.get('key'), store.set('other', bytes(2), 60)]);
    release();
    await reading;
    expect(await near.get('key')).toStrictEqual(bytes(1));
    expect(await near.get('other')).toStrictEqual(bytes(2));
  });

  it('what a Worker cut off counts for a minute', () => {
    let clock = 0;
    const changes = new Changes(() => clock);
    const cutOff = changes.write('key');
    clock = 59_999;
    const during = changes.write('key');
    expect([cutOff.overlapped(), during.overlapped()]).toStrictEqual([true, true]);
    during.end();
    clock = 60_000;
    const later = changes.write('key');
    expect(later.overlapped()).toBe(false);
    cutOff.end();
    expect(changes.read('key').overlapped()).toBe(true);
    later.end();
  });
});

/** Which work under way learns of a change, and what it learns (PITFALLS A5). */
import { beforeEach, describe, expect, test } from 'vitest';
import { isLatest, type Watch, Watches } from '../../../js/cache/watches.ts';
import { largeText, megabytesKept } from '../../helpers/heap.ts';

let watches: Watches;
beforeEach(() => {
  watches = new Watches();
});

const reads = (key: string, namespace = 'n', tags?: readonly string[]): Watch =>
  watches.begin(key, namespace, false, tags);
const writes = (key: string, namespace = 'n'): Watch => watches.begin(key, namespace, true);
const state = ({ overtaken, superseded }: Watch) => ({ overtaken, superseded });

const UNTOUCHED = { overtaken: false, superseded: false };
const OVERTAKEN = { overtaken: true, superseded: false };
const SUPERSEDED = { overtaken: true, superseded: true };

describe('watches', () => {
  test('a read is the default, without tags', () => {
    const watch = watches.begin('k', 'n');
    expect(watch).toMatchObject({ key: 'k', namespace: 'n', writes: false, tags: [] });
    expect(state(watch)).toEqual(UNTOUCHED);
  });

  test('a change that begins supersedes all work of its key but its own', () => {
    const [read, own, earlier, elsewhere] = [reads('k'), writes('k'), writes('k'), writes('other')];
    watches.overtake('k', own);
    expect([read, own, earlier, elsewhere].map(state)).toEqual([
      SUPERSEDED,
      UNTOUCHED,
      SUPERSEDED,
      UNTOUCHED,
    ]);
    watches.overtake('k', null);
    expect(state(own)).toEqual(SUPERSEDED);
  });

  test('a change that ends overtakes the reads of its key, never another’s write', () => {
    const [read, own, write, elsewhere] = [reads('k'), reads('k'), writes('k'), reads('other')];
    watches.overtakeReaders('k', own);
    expect([read, own, write, elsewhere].map(state)).toEqual([
      OVERTAKEN,
      UNTOUCHED,
      UNTOUCHED,
      UNTOUCHED,
    ]);
  });

  test('another process’s change overtakes the key’s writes too, which still go to the store', () => {
    const [read, write, elsewhere] = [reads('k'), writes('k'), reads('other')];
    watches.overtakeFromOutside('k');
    expect([read, write, elsewhere].map(state)).toEqual([OVERTAKEN, OVERTAKEN, UNTOUCHED]);
  });

  test('a change in the store overtakes nothing, but what it concerns is not the latest', () => {
    const [read, write, elsewhere] = [reads('k'), writes('k'), reads('other')];
    expect([read, write, elsewhere].map(isLatest)).toEqual([true, true, true]);
    watches.change('k');
    watches.change('unknown');
    expect([read, write, elsewhere].map(state)).toEqual([UNTOUCHED, UNTOUCHED, UNTOUCHED]);
    expect([read, write, elsewhere].map(isLatest)).toEqual([false, false, true]);
    watches.change(null);
    expect(isLatest(elsewhere)).toBe(false);
    expect(isLatest(reads('k'))).toBe(true);
    const overtaken = reads('k');
    watches.overtakeFromOutside('k');
    expect(isLatest(overtaken)).toBe(false);
  });

  test('a namespace overtakes its own keys', () => {
    const [inside, also, outside] = [reads('a', 'n'), writes('b', 'n'), reads('a', 'm')];
    watches.overtakeNamespace('n');
    expect([inside, also, outside].map(state)).toEqual([OVERTAKEN, OVERTAKEN, UNTOUCHED]);
  });

  test('a tag overtakes what carries it, and names the keys', () => {
    const [one, both, other, none] = [
      reads('one', 'n', ['red']),
      reads('both', 'n', ['blue', 'red']),
      reads('other', 'n', ['blue']),
      reads('none'),
    ];
    const again = reads('one', 'n', ['blue']);
    expect(watches.overtakeTagged(['red', 'green'])).toEqual(new Set(['one', 'both']));
    expect([one, both, other, none, again].map(state)).toEqual([
      OVERTAKEN,
      OVERTAKEN,
      UNTOUCHED,
      UNTOUCHED,
      UNTOUCHED,
    ]);
  });

  test('everything is overtaken at once', () => {
    const all = [reads('a', 'n'), writes('b', 'm')];
    watches.overtakeAll();
    expect(all.map(state)).toEqual([OVERTAKEN, OVERTAKEN]);
  });

  test('work that ended learns nothing more, what else goes on does', () => {
    const [ended, running] = [reads('k'), reads('k')];
    watches.end(ended);
    watches.end(ended);
    watches.overtakeAll();
    expect([ended, running].map(state)).toEqual([UNTOUCHED, OVERTAKEN]);
    watches.end(running);
    const later = reads('k');
    watches.overtake('k', null);
    expect(state(later)).toEqual(SUPERSEDED);
  });
  test('a key is forgotten with the last of its work, not with the first', async () => {
    const kept = await megabytesKept(() => {
      for (let i = 0; i < 500; i++) {
        const key = largeText(100_000, i);
        const both = [reads(key), writes(key)];
        for (const watch of both) watches.end(watch);
      }
    });
    expect(kept).toBeLessThan(25);
    const [first, second] = [reads('k'), reads('k')];
    watches.end(first);
    watches.overtakeAll();
    expect(state(second)).toEqual(OVERTAKEN);
  });
});

/** LRU order, both budgets, groups, lives and counts against a model that is a plain list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeOf } from '../../../js/l1/charge.ts';
import { clockedCache } from './helpers.ts';

const MAX_MEMORY = 8 * 1000;

interface Held {
  readonly key: string;
  readonly namespace: string;
  readonly tags: readonly string[];
  readonly size: number;
  expiresAt: number;
  keptUntil: number;
}

interface Given {
  readonly key: string;
  readonly namespace: string;
  readonly tags: readonly string[];
  readonly length: number;
  readonly lifetimeMs: number;
  readonly staleMs: number;
}

/** The least recently used entry comes first. */
class Model {
  readonly maxEntries: number;
  now = 0;
  held: Held[] = [];
  evicted: string[] = [];
  pushedOut = 0;
  hits = 0;
  misses = 0;
  rejected = 0;

  constructor(maxEntries: number) {
    this.maxEntries = maxEntries;
  }

  get used(): number {
    return this.held.reduce((sum, { size }) => sum + size, 0);
  }

  alive(key: string): Held | undefined {
    return this.held.find((entry) => entry.key === key && this.now < entry.expiresAt);
  }

  drop(matches: (entry: Held) => boolean): number {
    const before = this.held.length;
    this.held = this.held.filter((entry) => !matches(entry));
    return before - this.held.length;
  }

  /** Past its life and still kept. */
  stale(key: string): Held | undefined {
    return this.held.find(
      (entry) => entry.key === key && this.now >= entry.expiresAt && this.now < entry.keptUntil,
    );
  }

  get(key: string): boolean {
    const entry = this.alive(key);
    const kept = entry ?? this.stale(key);
    const dropped = this.drop((other) => other.key === key);
    if (kept !== undefined) this.held.push(kept);
    else if (dropped > 0) this.evicted.push(`expired:${key}`);
    if (entry === undefined) this.misses++;
    else this.hits++;
    return entry !== undefined;
  }

  extend(key: string, expiresAt: number): void {
    const entry = this.held.find((other) => other.key === key);
    if (entry === undefined || expiresAt <= entry.expiresAt) return;
    entry.expiresAt = expiresAt;
    entry.keptUntil = Math.max(entry.keptUntil, expiresAt);
  }

  set({ key, namespace, tags, length, lifetimeMs, staleMs }: Given): boolean {
    const size = chargeOf(key, namespace, length, tags);
    this.drop((entry) => entry.key === key);
    if (lifetimeMs <= 0 || size > MAX_MEMORY / 8) {
      this.rejected++;
      return false;
    }
    while (this.held.length >= this.maxEntries || this.used + size > MAX_MEMORY) {
      this.pushedOut++;
      this.evicted.push(`capacity:${this.held.shift()?.key}`);
    }
    const expiresAt = this.now + lifetimeMs;
    this.held.push({ key, namespace, tags, size, expiresAt, keptUntil: expiresAt + staleMs });
    return true;
  }
}

const keys = [...'abcdefghijkl', '__proto__', 'constructor', 'ключ'];
const key = fc.constantFrom(...keys);
const namespace = fc.constantFrom('n', 'other', 'a');
const tag = fc.constantFrom('red', 'n', '__proto__');
const step = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key,
      namespace,
      tags: fc.uniqueArray(tag, { maxLength: 2 }),
      length: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 330, max: 480 })),
      lifetimeMs: fc.integer({ min: -1, max: 100 }),
      staleMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('get' as const), key }) },
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('deleteNamespace' as const), namespace }),
  fc.record({ kind: fc.constant('deleteTagged' as const), tag }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      key,
      byMs: fc.integer({ min: -20, max: 120 }),
    }),
  },
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 10 }) }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
);

/** Long enough for a machine that is busy with other work. */
const timeout = 60_000;

test.each([
  [4, true],
  [4, false],
  [100, true],
  [100, false],
])(
  'holds what the model holds (%s entries at most, index %s)',
  { timeout },
  (maxEntries, namespaceIndex) => {
    const evictions = { seen: 0 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const { cache, clock, evicted } = clockedCache(
          { maxEntries, maxMemory: MAX_MEMORY, namespaceIndex },
          0,
        );
        const model = new Model(maxEntries);
        for (const taken of steps) {
          switch (taken.kind) {
            case 'set':
              expect(cache.set(taken.key, new Uint8Array(taken.length), taken)).toBe(
                model.set(taken),
              );
              break;
            case 'get':
              expect(cache.get(taken.key) !== undefined).toBe(model.get(taken.key));
              break;
            case 'delete':
              expect(cache.delete(taken.key)).toBe(
                model.drop((entry) => entry.key === taken.key) > 0,
              );
              break;
            case 'deleteNamespace':
              expect(cache.deleteNamespace(taken.namespace)).toBe(
                model.drop((entry) => entry.namespace === taken.namespace),
              );
              break;
            case 'deleteTagged':
              expect(cache.deleteTagged(taken.tag)).toBe(
                model.drop((entry) => entry.tags.includes(taken.tag)),
              );
              break;
            case 'extend':
              cache.extend(taken.key, model.now + taken.byMs);
              model.extend(taken.key, model.now + taken.byMs);
              break;
            case 'wait':
              clock.ms = model.now += taken.ms;
              break;
            case 'clear':
              cache.clear();
              model.held = [];
          }
          expect(cache.stats).toEqual({
            entries: model.held.length,
            memoryUsed: model.used,
            namespaces: namespaceIndex ? new Set(model.held.map((held) => held.namespace)).size : 0,
            hits: model.hits,
            misses: model.misses,
            evictions: model.pushedOut,
            rejected: model.rejected,
          });
          expect(keys.map((each) => cache.peek(each)?.expiresAt)).toEqual(
            keys.map((each) => model.alive(each)?.expiresAt),
          );
          expect(keys.map((each) => cache.getStale(each)?.keptUntil)).toEqual(
            keys.map((each) => model.stale(each)?.keptUntil),
          );
          expect(evicted).toEqual(model.evicted);
        }
        evictions.seen += cache.stats.evictions;
      }),
      { numRuns: 150 },
    );
    // Otherwise the steps never filled the budget that this case is about.
    expect(evictions.seen).toBeGreaterThan(20);
  },
);

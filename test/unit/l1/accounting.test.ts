/** LRU order, both budgets, namespaces and counts against a model that is a plain list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeOf } from '../../../js/l1/charge.ts';
import { clockedCache } from './helpers.ts';

const MAX_MEMORY = 8 * 1000;

interface Held {
  readonly key: string;
  readonly namespace: string;
  readonly size: number;
  readonly expiresAt: number;
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

  get(key: string): boolean {
    const entry = this.alive(key);
    const dropped = this.drop((other) => other.key === key);
    if (entry !== undefined) this.held.push(entry);
    else if (dropped > 0) this.evicted.push(`expired:${key}`);
    if (entry === undefined) this.misses++;
    else this.hits++;
    return entry !== undefined;
  }

  set(key: string, namespace: string, length: number, lifetimeMs: number): boolean {
    const size = chargeOf(key, namespace, length);
    this.drop((entry) => entry.key === key);
    if (lifetimeMs <= 0 || size > MAX_MEMORY / 8) {
      this.rejected++;
      return false;
    }
    while (this.held.length >= this.maxEntries || this.used + size > MAX_MEMORY) {
      this.pushedOut++;
      this.evicted.push(`capacity:${this.held.shift()?.key}`);
    }
    this.held.push({ key, namespace, size, expiresAt: this.now + lifetimeMs });
    return true;
  }
}

const keys = [...'abcdefghijkl', '__proto__', 'constructor', 'ключ'];
const key = fc.constantFrom(...keys);
const namespace = fc.constantFrom('n', 'other', 'a');
const step = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key,
      namespace,
      length: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 380, max: 500 })),
      lifetimeMs: fc.integer({ min: -1, max: 100 }),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('get' as const), key }) },
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('deleteNamespace' as const), namespace }),
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
        const { cache, clock, evicted, put } = clockedCache(
          { maxEntries, maxMemory: MAX_MEMORY, namespaceIndex },
          0,
        );
        const model = new Model(maxEntries);
        for (const taken of steps) {
          switch (taken.kind) {
            case 'set': {
              const { length, lifetimeMs } = taken;
              const kept = put(taken.key, length, lifetimeMs, taken.namespace);
              expect(kept).toBe(model.set(taken.key, taken.namespace, length, lifetimeMs));
              break;
            }
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
          expect(evicted).toEqual(model.evicted);
        }
        evictions.seen += cache.stats.evictions;
      }),
      { numRuns: 100 },
    );
    // Otherwise the steps never filled the budget that this case is about.
    expect(evictions.seen).toBeGreaterThan(20);
  },
);

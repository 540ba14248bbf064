/** 200 calls a second of a cache, and what became of them. */
import { vi } from 'vitest';
import type { SecureCache } from '../../js/node.ts';
import { Certainty } from './certainty.ts';
import { Figures } from './traffic-figures.ts';
import { TrafficMix } from './traffic-mix.ts';

const CALLS_PER_MS = 0.2;
const TICK_MS = 5;
/** After a longer stall of this process only the calls of this time are made up for. */
const CATCH_UP_MS = 100;
/** As long as the store is well, a machine that cannot answer so many calls gets fewer. */
const MOST_WAITING = 20;
const LEAST_PHASE_MS = 2_000;
const PATIENCE = { timeout: 60_000, interval: 10 };

/** `mending` is from when the store is back until it is used again. */
export type Phases = Readonly<Record<'before' | 'down' | 'mending' | 'after', Figures>>;

export class Traffic {
  /** Why calls rejected, and rejections that nobody handled. */
  readonly failures: unknown[] = [];
  readonly phases: Phases = {
    before: new Figures(),
    down: new Figures(),
    mending: new Figures(),
    after: new Figures(),
  };
  readonly certainty = new Certainty();
  readonly mix: TrafficMix;
  readonly #cache: SecureCache;
  readonly #pending = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #note = (reason: unknown): void => {
    this.failures.push(reason);
  };
  #figures = this.phases.before;
  #calls = 0;
  #madeUntil = performance.now();

  constructor(cache: SecureCache) {
    this.#cache = cache;
    this.mix = new TrafficMix(cache, this.certainty, () => {
      this.#figures.computed += 1;
    });
    cache.on('hit', ({ layer }) => {
      this.#figures[layer === 'l1' ? 'local' : 'stored'] += 1;
    });
    cache.on('set', () => {
      this.#figures.written += 1;
    });
    cache.on('error', () => {
      this.#figures.absorbed += 1;
      this.certainty.failure();
    });
    process.on('unhandledRejection', this.#note);
    this.#timer = setInterval(() => this.#makeCalls(), TICK_MS);
  }

  enter(phase: keyof Phases): void {
    this.#figures.end();
    this.#figures = this.phases[phase];
    this.#figures.begin();
  }

  /** Goes on for two seconds, and until enough happened in this phase. */
  async until(enough: (figures: Figures) => boolean): Promise<void> {
    const figures = this.#figures;
    await vi.waitUntil(() => figures.age > LEAST_PHASE_MS && enough(figures), PATIENCE);
  }

  /**
   * Goes on until the store answers for one of the keys, with the breaker closed.
   * @returns the milliseconds that took
   */
  async untilUsed(concerns: (key: string) => boolean): Promise<number> {
    const begun = performance.now();
    let usedAt = 0;
    const answered = (key: string): void => {
      if (usedAt > 0 || !concerns(key) || this.#cache.stats().breaker !== 'closed') return;
      usedAt = performance.now();
    };
    const ends = [
      this.#cache.on('hit', ({ key, layer }) => layer === 'l2' && answered(key)),
      this.#cache.on('set', ({ key }) => answered(key)),
    ];
    await vi.waitUntil(() => usedAt > 0, PATIENCE);
    for (const end of ends) end();
    return Math.round(usedAt - begun);
  }

  /** Makes no further calls and waits for all. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#figures.end();
    await Promise.all(this.#pending);
    process.off('unhandledRejection', this.#note);
  }

  #makeCalls(): void {
    const now = performance.now();
    this.#madeUntil = Math.max(this.#madeUntil, now - CATCH_UP_MS);
    while (this.#madeUntil < now) {
      this.#madeUntil += 1 / CALLS_PER_MS;
      if (this.#isWell && this.#figures.waiting >= MOST_WAITING) continue;
      const call = this.#call(this.#calls++).finally(() => this.#pending.delete(call));
      this.#pending.add(call);
    }
  }

  get #isWell(): boolean {
    return this.#figures === this.phases.before || this.#figures === this.phases.after;
  }

  async #call(n: number): Promise<void> {
    const figures = this.#figures;
    const begun = performance.now();
    figures.calls += 1;
    try {
      await this.mix.call(n);
    } catch (error) {
      figures.failed += 1;
      this.failures.push(error);
    }
    figures.answered(performance.now() - begun);
  }
}

import type { Output } from '../framework/context.ts';

const DRAW_EVERY_MS = 100;
const DEFAULT_COLUMNS = 80;
const LEAST_BAR = 5;
const MOST_BAR = 40;

export interface Moment {
  /** Of `total`; more than it where a store grows. */
  readonly done: number;
  readonly total: number;
  /** What was done before this run began. */
  readonly before: number;
  /** Of this run. */
  readonly elapsedMs: number;
}

/** A line on a terminal that is drawn over; nothing at all where nobody looks. */
export class ProgressBar {
  readonly #output: Output;
  readonly #now: () => number;
  readonly #startedAt: number;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
    this.#startedAt = now();
  }

  update(moment: Omit<Moment, 'elapsedMs'>): void {
    const now = this.#now();
    if (this.#output.isTTY !== true || now - this.#drawnAt < DRAW_EVERY_MS) return;
    this.#drawnAt = now;
    // A terminal that does not know its size says 0.
    const columns = this.#output.columns || DEFAULT_COLUMNS;
    const line = progressLine({ ...moment, elapsedMs: now - this.#startedAt }, columns - 1);
    this.#output.write(`\r${line}\x1b[K`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#drawnAt !== Number.NEGATIVE_INFINITY) this.#output.write('\r\x1b[K');
  }
}

/** At most `columns` wide. */
export function progressLine(moment: Moment, columns: number): string {
  const { done, before, elapsedMs } = moment;
  const total = Math.max(moment.total, done);
  const part = total === 0 ? 1 : done / total;
  const perSecond = elapsedMs === 0 ? 0 : ((done - before) * 1000) / elapsedMs;
  const texts = [
    `${Math.floor(part * 100)}%`.padStart(4),
    `${grouped(done)} of ${grouped(total)}`,
    `${grouped(Math.round(perSecond))}/s`,
    timeLeft(total - done, perSecond),
  ].join('  ');
  const width = Math.min(MOST_BAR, columns - texts.length - 3);
  if (width < LEAST_BAR) return texts.slice(0, columns);
  const filled = Math.floor(part * width);
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${texts}`;
}

function timeLeft(left: number, perSecond: number): string {
  if (left > 0 && perSecond === 0) return 'time left unknown';
  return `${clock(left === 0 ? 0 : left / perSecond)} left`;
}

function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number): string => n.toString().padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const short = `${minutes}:${two(whole % 60)}`;
  return hours === 0 ? short : `${hours}:${short.padStart(5, '0')}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** An attempt that a hostile store, neighbour or caller may make, and what has to come of it. */
import type { Arena } from './arena.ts';

export interface Attack {
  /** As the table of SECURITY.md names it. */
  readonly title: string;
  /** Makes the attempt and asserts its documented result. */
  readonly run: (arena: Arena) => Promise<void>;
}

export function attack(title: string, run: Attack['run']): Attack {
  return { title, run };
}

/** One contestant: the same work done by one library. */
export interface Contender {
  readonly name: string;
  readonly op: () => unknown;
  /** Throws where `op` does not do what it is timed for. Runs before anything is timed. */
  readonly verify: () => unknown;
}

/** Ours against others, timed in turns within one process. */
export interface Contest {
  readonly name: string;
  readonly ours: Contender;
  readonly others: readonly Contender[];
  /** How many times faster ours is to be than those named. Without any, it is only recorded. */
  readonly targets?: Readonly<Record<string, number>>;
  /** Figures of elsewhere, nanoseconds, that ours is set beside without being timed in this run. */
  readonly recorded?: readonly Recorded[];
}

export interface Recorded {
  readonly name: string;
  readonly nanoseconds: number;
  /** How many times faster ours is to be; below 1, how many times slower it may be. */
  readonly target: number;
}

/** What one contender took. */
export interface Row {
  readonly name: string;
  /** Nanoseconds of one operation, median of all rounds. */
  readonly nanoseconds: number;
  /** Median of how many times ours is faster, round by round. 1 for ours. */
  readonly ratio: number;
  /** The same of the rounds in which ours came first, and last. */
  readonly ratioOursFirst: number;
  readonly ratioOursLast: number;
  /** Half of the rounds lie within this part of the median. */
  readonly spread: number;
  readonly target: number | null;
  /** The figure is one of elsewhere. */
  readonly recorded: boolean;
}

export interface ContestResult {
  readonly name: string;
  readonly rows: readonly Row[];
}

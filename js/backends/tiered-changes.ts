/** An operation that may write to the near store. */
export interface Change {
  /** Another one ran at the same time: which of them the near store has last is not known. */
  overlapped(): boolean;
  end(): void;
}

interface Running {
  readonly writes: boolean;
  readonly until: number;
  overlapped: boolean;
}

/** A Worker ends its work with the request, without telling. */
const LONGEST_MS = 60_000;

/**
 * Which operations on a key run at the same time in this process. Of those, none may leave its copy in the
 * near store: it could be an older one than the far store has. Two reads do not harm each other.
 */
export class Changes {
  readonly #running = new Map<string, Set<Running>>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that is not set back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A read that copies what it finds. */
  read(key: string): Change {
    return this.#begin(key, false);
  }

  write(key: string): Change {
    return this.#begin(key, true);
  }

  #begin(key: string, writes: boolean): Change {
    const others = this.#alive(key);
    const own: Running = { writes, until: this.#now() + LONGEST_MS, overlapped: false };
    for (const other of others) {
      if (!writes && !other.writes) continue;
      other.overlapped = true;
      own.overlapped = true;
    }
    others.add(own);
    this.#running.set(key, others);
    return {
      overlapped: () => own.overlapped,
      end: () => {
        others.delete(own);
        if (others.size === 0 && this.#running.get(key) === others) this.#running.delete(key);
      },
    };
  }

  #alive(key: string): Set<Running> {
    const running = this.#running.get(key) ?? new Set();
    for (const one of running) {
      if (this.#now() >= one.until) running.delete(one);
    }
    return running;
  }
}

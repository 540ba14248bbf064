import type { PeekEntry } from './channel.ts';

/** The end of a sealed entry is its tag, which no other entry has. */
const TAG_BYTES = 16;
/** Plain entries are compared whole, up to this size. */
const LARGEST_PLAIN_BYTES = 4096;
/** Questions at once, which a large `setMany` would fill the connection with. */
const MOST_QUESTIONS = 1000;
/** How much shorter a life may look by the rounding of clocks, milliseconds. */
const CLOCK_SLACK_MS = 50;
/** The first answer may come before the echo of the write itself, the second cannot. */
const TRIES = 2;

interface Question {
  readonly ending: Uint8Array;
  /** Whether another change was told since the store was asked. */
  disturbed: boolean;
}

export interface OwnWritesParts {
  readonly sealed: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The copy is, or may be, not what the store holds. */
  readonly drop: (key: string) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Tells the echo of an own write from a change by another. The copy stays in L1 while the store is asked
 * what it holds: if it is this very entry, and nothing was told since the question, the write was the last.
 * Counting echoes would not do: changes of a key in one turn of the server's loop are one message, which
 * would hide that a foreign write came after the own one.
 */
export class OwnWrites {
  readonly #parts: OwnWritesParts;
  readonly #questions = new Map<string, Question>();
  #peek: PeekEntry | null = null;

  constructor(parts: OwnWritesParts) {
    this.#parts = parts;
  }

  /** Whom to ask from now on; `null` for nobody. */
  tracked(peek: PeekEntry | null): void {
    this.#peek = peek;
    this.#questions.clear();
  }

  /**
   * The store has taken an entry.
   * @param stored its bytes, which stay the caller's
   * @param until when it ends there at the earliest, milliseconds since the epoch
   * @returns whether the copy may stay until the answer, whatever was told of the key meanwhile
   */
  wrote(key: string, stored: Uint8Array, until: number): boolean {
    const peek = this.#peek;
    this.#questions.delete(key);
    const { sealed } = this.#parts;
    const provable = sealed || stored.length <= LARGEST_PLAIN_BYTES;
    if (peek === null || !provable || this.#questions.size >= MOST_QUESTIONS) return false;
    const question = { ending: stored.slice(sealed ? -TAG_BYTES : 0), disturbed: false };
    this.#questions.set(key, question);
    void this.#settle(key, question, until, peek);
    return true;
  }

  /** A change was told. @returns whether the answer under way decides over the copy */
  heard(key: string): boolean {
    const question = this.#questions.get(key);
    if (question === undefined) return false;
    question.disturbed = true;
    return true;
  }

  async #settle(key: string, question: Question, until: number, peek: PeekEntry): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      question.disturbed = false;
      const holds = await this.#holds(key, question, until, peek);
      // A later write, or a lost connection, has made this question idle.
      if (this.#questions.get(key) !== question) return;
      if (!holds) break;
      if (!question.disturbed) {
        this.#questions.delete(key);
        return;
      }
    }
    this.#questions.delete(key);
    this.#parts.drop(key);
  }

  async #holds(
    key: string,
    { ending }: Question,
    until: number,
    peek: PeekEntry,
  ): Promise<boolean> {
    const { sealed, now, failed } = this.#parts;
    try {
      // One more byte than a plain entry has shows a longer one.
      const { bytes, lifeMs } = await peek(key, sealed ? TAG_BYTES : ending.length + 1);
      // Somebody may also have shortened the life of it.
      return now() + lifeMs + CLOCK_SLACK_MS >= until && isEqual(bytes, ending);
    } catch (error) {
      if (this.#peek === peek) failed(error);
      return false;
    }
  }
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

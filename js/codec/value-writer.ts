/** What the writers of single kinds of value need from the encoder that calls them. */
import type { Output } from './output.ts';

export interface ValueWriter {
  readonly out: Output;
  /** Writes any value that sits inside `depth` containers. */
  write(value: unknown, depth: number): void;
  /** Throws when a container inside `depth` others is nested too deep. */
  enter(depth: number): void;
  /** Throws when a container has too many entries. */
  checkCount(count: number): void;
}

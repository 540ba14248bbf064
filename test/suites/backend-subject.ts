/** What a store's own test file tells the suites of it, and what they all open it with. */
import { afterEach, beforeEach } from 'vitest';
import type { Backend } from '../../js/backends/backend.ts';

/** A part of the contract that is optional: its name is the method, or the interface. */
export type Capability =
  | 'getWithTtl'
  | 'getMany'
  | 'setMany'
  | 'deleteMany'
  | 'TTLBackend'
  | 'LockableBackend';

export interface BackendSubject {
  /** A fresh, empty store that takes its time from `now` (milliseconds). */
  open(now: () => number): Promise<Backend>;
  /** Removes what `open` made, after the store was closed. */
  cleanUp?(): Promise<void>;
  /** What the store can do; checked against the store, so none gets lost. Default nothing. */
  readonly capabilities?: readonly Capability[];
  /** The store takes its time from elsewhere: tests that move the clock are left out. */
  readonly ownClock?: boolean;
}

export const START_MS = 1_800_000_000_000;

/** The store of the running test and the time it is told. */
export class OpenedStore {
  clock = START_MS;
  #store: Backend | undefined;

  /** Opens a store for each test of the `describe` around the call. */
  static each(subject: BackendSubject): OpenedStore {
    const opened = new OpenedStore();
    beforeEach(async () => {
      opened.clock = START_MS;
      opened.#store = await subject.open(() => opened.clock);
    });
    afterEach(async () => {
      await opened.#store?.close();
      await subject.cleanUp?.();
    });
    return opened;
  }

  get store(): Backend {
    if (this.#store === undefined) throw new Error('no store is open outside of a test');
    return this.#store;
  }

  /** The store, once it is seen to be what the section is about. */
  as<T extends Backend>(isOne: (store: Backend) => store is T): T {
    const { store } = this;
    if (!isOne(store)) throw new Error('the store lacks what its subject declares');
    return store;
  }
}

export const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);

/**
 * Work under way, one per key: callers that want the same at the same time share it and its outcome.
 */
export class Flights<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** The promise of the work under way for this key; starts it where there is none. */
  join(key: string, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const begun = this.#watched(key, start());
    this.#running.set(key, begun);
    return begun;
  }

  /** Later callers start anew; those on board keep what they joined. For after a write. */
  forget(key: string): void {
    this.#running.delete(key);
  }

  forgetAll(): void {
    this.#running.clear();
  }

  get size(): number {
    return this.#running.size;
  }

  #watched(key: string, work: Promise<T>): Promise<T> {
    const leave = () => {
      if (this.#running.get(key) === work) this.#running.delete(key);
    };
    work.then(leave, leave);
    return work;
  }
}

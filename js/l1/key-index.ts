/**
 * Which keys belong to a group: a namespace, or a tag. A group of one key, as every key without a
 * namespace of its own has, costs a slot and no `Set`.
 */
export class KeyIndex {
  readonly #keys = new Map<string, string | Set<string>>();

  join(group: string, key: string): void {
    const held = this.#keys.get(group);
    if (held === undefined) this.#keys.set(group, key);
    else if (typeof held !== 'string') held.add(key);
    else this.#keys.set(group, new Set([held, key]));
  }

  leave(group: string, key: string): void {
    const held = this.#keys.get(group);
    if (held === key) this.#keys.delete(group);
    else if (typeof held === 'object' && held.delete(key) && held.size === 0) {
      this.#keys.delete(group);
    }
  }

  /** A list of its own: what happens to the keys does not change it. */
  keysOf(group: string): string[] {
    const held = this.#keys.get(group);
    return typeof held === 'string' ? [held] : [...(held ?? [])];
  }

  get size(): number {
    return this.#keys.size;
  }
}

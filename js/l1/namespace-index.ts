/**
 * Which keys belong to a namespace. A namespace of one key, as every key without a namespace of its
 * own has, costs a slot and no `Set`.
 */
export class NamespaceIndex {
  readonly #keys = new Map<string, string | Set<string>>();

  join(namespace: string, key: string): void {
    const held = this.#keys.get(namespace);
    if (held === undefined) this.#keys.set(namespace, key);
    else if (typeof held !== 'string') held.add(key);
    else this.#keys.set(namespace, new Set([held, key]));
  }

  leave(namespace: string, key: string): void {
    const held = this.#keys.get(namespace);
    if (held === key) this.#keys.delete(namespace);
    else if (typeof held === 'object' && held.delete(key) && held.size === 0) {
      this.#keys.delete(namespace);
    }
  }

  /** A list of its own: what happens to the keys does not change it. */
  keysOf(namespace: string): string[] {
    const held = this.#keys.get(namespace);
    return typeof held === 'string' ? [held] : [...(held ?? [])];
  }

  get size(): number {
    return this.#keys.size;
  }
}

/** A binding of the platform whose calls can be made to fail. */
export class Switched<Binding extends object> {
  readonly binding: Binding;
  #broken = false;

  /** @param calls names of the methods that fail */
  constructor(binding: Binding, calls: readonly string[]) {
    this.binding = new Proxy(binding, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (!this.#broken || !calls.includes(String(name))) return member.bind(target);
        return async () => {
          // As KV does it, which quotes the key.
          throw new Error('500: topsecret-key');
        };
      },
    });
  }

  break(): void {
    this.#broken = true;
  }
}

/** What both key formats share: bounds, the place they are at, and how they read objects. */
import { KEY_GEN_MAX_DEPTH } from '../config/constants.ts';
import { ConfigurationError, ValueTooLargeError } from '../errors.ts';
import { KeyOutput } from './key-output.ts';

/** Most levels of nesting; the list of arguments is the first. */
export const MAX_ARGUMENT_DEPTH = KEY_GEN_MAX_DEPTH;
/** Most entries of one array, object, Map or Set. */
export const MAX_ARGUMENT_ENTRIES = 10_000;

/** Other property names may be data (an address, a token) and are left out of messages. */
const SPOKEN_NAME = /^[A-Za-z_$][\w$]{0,39}$/;

/** Steps of a place that a message names. */
const MAX_SHOWN_STEPS = 10;

export type NameOrder = (a: string, b: string) => number;

export class ArgumentWalk {
  readonly out = new KeyOutput();
  /** Index or name taken at each level; what lies beyond `#levels` is left over from other places. */
  readonly #path: (number | string)[] = [];
  #levels = 0;

  restart(): void {
    this.out.restart();
    this.#levels = 0;
  }

  wipe(): void {
    this.out.wipe();
    this.#path.length = 0;
    this.#levels = 0;
  }

  /** Goes to an entry of the container that lies inside `depth` others. */
  step(depth: number, to: number | string): void {
    this.#path[depth] = to;
    this.#levels = depth + 1;
  }

  /** Names the place in the arguments, never what is there. */
  refuse(why: string): never {
    throw new ConfigurationError(`${this.#place()} ${why}`);
  }

  refuseSize(why: string): never {
    throw new ValueTooLargeError(`${this.#place()} ${why}`);
  }

  /** Called before the container that lies inside `depth` others is entered. */
  enter(depth: number, entries: number): void {
    if (depth >= MAX_ARGUMENT_DEPTH) {
      this.refuseSize(
        `is nested deeper than ${MAX_ARGUMENT_DEPTH} levels or contains a cycle; pass flatter arguments`,
      );
    }
    if (entries > MAX_ARGUMENT_ENTRIES) {
      this.refuseSize(
        `has more than ${MAX_ARGUMENT_ENTRIES} entries; pass an identifier instead of the data`,
      );
    }
  }

  enterArray(items: readonly unknown[], depth: number): void {
    this.enter(depth, items.length);
    // Of all realms, only Array.prototype is itself an array.
    if (!Array.isArray(Object.getPrototypeOf(items))) this.refuseInstance();
    this.#refuseSymbols(items);
  }

  /** The names of an object, whose prototype the caller has found plain, in the given order. */
  enterRecord(record: object, depth: number, order: NameOrder): readonly string[] {
    // Its prototype can have been exchanged.
    if (ArrayBuffer.isView(record)) this.refuseInstance();
    const names = Object.getOwnPropertyNames(record);
    this.enter(depth, names.length);
    this.#refuseSymbols(record);
    for (let i = 1; i < names.length; i++) {
      if (order(names[i - 1] ?? '', names[i] ?? '') > 0) return names.sort(order);
    }
    return names;
  }

  /** The value of a property at which the walk has arrived. */
  read(record: object, name: string): unknown {
    const property = Object.getOwnPropertyDescriptor(record, name);
    if (property === undefined) this.refuse('changed while it was read; pass plain data');
    if (property.get !== undefined || property.set !== undefined) {
      this.refuse('has a getter or setter, whose value may change; pass plain data');
    }
    if (property.enumerable !== true) this.refuse('is not enumerable; pass plain data');
    return property.value;
  }

  refuseInstance(): never {
    this.refuse('is neither plain data nor a supported built-in; pass its identifying fields');
  }

  #refuseSymbols(value: object): void {
    if (Object.getOwnPropertySymbols(value).length > 0) {
      this.refuse('has symbol properties, which no key can hold; pass plain data');
    }
  }

  #place(): string {
    const shown = Math.min(this.#levels, MAX_SHOWN_STEPS);
    const steps = this.#path.slice(0, shown).map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return SPOKEN_NAME.test(step) ? `.${step}` : '[…]';
    });
    return `args${steps.join('')}${this.#levels > shown ? '…' : ''}`;
  }
}

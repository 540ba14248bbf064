/** Which objects are plain data, in whatever realm they were made. */
import { SerializationError } from '../errors.ts';

/** What the accessor of `Object.prototype` says, unless an own property hides it. */
interface NamesPrototype {
  readonly __proto__?: unknown;
}

/**
 * Whether an object is plain data. The accessor is a constant to V8 where it has seen the shape, the
 * function always a call into its runtime; the function judges whatever the accessor does not show to
 * be plain, which is absent where the host was told so. An object that hides it to pose as plain is
 * stored as what it poses as.
 */
export function isRecord(value: object): value is Readonly<Record<string, unknown>> {
  const { __proto__: prototype }: NamesPrototype = value;
  return prototype === Object.prototype || isObjectPrototype(Object.getPrototypeOf(value));
}

/** The same for an array: a subclass would come back as a plain one. Of all realms, only `Array.prototype` is an array. */
export function isPlainArray(items: object): boolean {
  const { __proto__: prototype }: NamesPrototype = items;
  return prototype === Array.prototype || Array.isArray(Object.getPrototypeOf(items));
}

/** Whether an object has enumerable properties, its own or inherited. */
export function hasProperties(value: object): boolean {
  for (const _name in value) return true;
  return false;
}

/** Whether objects with this prototype are plain: `Object.prototype` of any realm, or none. */
export function isObjectPrototype(prototype: unknown): boolean {
  if (prototype === Object.prototype || prototype === null) return true;
  return (
    typeof prototype === 'object' &&
    Object.getPrototypeOf(prototype) === null &&
    // Another object without a prototype would give its properties by inheritance, to be lost.
    Object.hasOwn(prototype, 'isPrototypeOf') &&
    !hasProperties(prototype)
  );
}

/**
 * Whether `value` inherits from a built-in of any realm directly, `levels` prototypes below null,
 * and not from a subclass, which would come back as its base.
 */
export function isDirectInstance(value: object, levels: number): boolean {
  let prototype: unknown = value;
  for (let i = 0; i < levels; i++) {
    if (typeof prototype !== 'object' || prototype === null) return false;
    prototype = Object.getPrototypeOf(prototype);
  }
  return isObjectPrototype(prototype);
}

/** Symbol properties have no form in MessagePack: refused rather than dropped. */
export function refuseSymbols(value: object): void {
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw new SerializationError('An object with symbol properties cannot be stored');
  }
}

/** Properties set on a Date, Map, Set or ArrayBuffer would be lost. */
export function refuseOwnProperties(value: object): void {
  if (Reflect.ownKeys(value).length > 0) {
    throw new SerializationError('A built-in object with properties of its own cannot be stored');
  }
}

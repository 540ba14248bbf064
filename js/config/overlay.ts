import { namesOf } from './options.ts';

/** Some of the options of `T`; `undefined` is as good as left out. */
export type Overrides<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

const isUndefined = (value: unknown): boolean => value === undefined;

/**
 * Options over their defaults. Inherited, hidden and computed ones count, as they do when names are
 * checked; a spread would leave them out. Each is read once. Names and values are not judged: whoever
 * takes the result does that.
 * @param isDefault which values keep the default
 */
export function overlay<T extends object>(
  defaults: T,
  given: Overrides<T>,
  isDefault: (value: unknown) => boolean = isUndefined,
): T {
  const result: T = { ...defaults };
  for (const name of namesOf(given)) {
    const value: unknown = Reflect.get(given, name);
    if (isDefault(value)) continue;
    // Assigning would call the setter of a property named __proto__ and hide it from the check.
    Object.defineProperty(result, name, { value, enumerable: true, writable: true });
  }
  return result;
}

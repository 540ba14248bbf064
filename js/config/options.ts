import { ConfigurationError } from '../errors.ts';

/**
 * Refuses an options object with a name nobody reads: a misspelt or unsupported option must not look
 * as if it were applied. Inherited and non-enumerable names count; `undefined` values pass. An option
 * that every object inherits is refused, too: a polluted `Object.prototype` must not name a key.
 * @throws {ConfigurationError} names the option and what is accepted
 */
export function requireKnownOptions(
  options: object,
  known: readonly string[],
  where: string,
): void {
  for (const name of known) {
    if (!(name in Object.prototype)) continue;
    throw new ConfigurationError(
      `every object inherits "${name}", which would pass for an option of ${where}; find what has changed Object.prototype`,
    );
  }
  for (const name of namesOf(options)) {
    if (known.includes(name) || Reflect.get(options, name) === undefined) continue;
    throw new ConfigurationError(
      `${where} does not take the option "${name}"; it takes ${known.join(', ')}`,
    );
  }
}

/** All names but those every object has: own and inherited, hidden ones too. */
export function namesOf(options: object): Set<string> {
  const names = new Set<string>();
  let level: object | null = options;
  while (level !== null && level !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name !== 'constructor') names.add(name);
    }
    level = Object.getPrototypeOf(level);
  }
  return names;
}

/** @throws {ConfigurationError} unless `options` is an object that may carry options */
export function requireOptionsObject(options: unknown, where: string): asserts options is object {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new ConfigurationError(`${where} takes an object of options`);
  }
}

import { parseArgs } from 'node:util';
import { UsageError } from './cli-error.ts';
import { nearest } from './nearest.ts';
import type { GivenValues, Options } from './options.ts';

export interface Parsed {
  readonly values: GivenValues;
  readonly positionals: readonly string[];
}

/** Safe to repeat: too short and too plain for a key. */
const SHOWABLE = /^[a-z][a-z0-9-]{0,29}$/i;

/**
 * Reads the arguments of one command. Messages name options, never a value or a stray argument, which
 * may be a secret in the wrong place; `parseArgs` itself would quote them.
 * @throws {UsageError}
 */
export function parseOptions(args: readonly string[], options: Options): Parsed {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type }]) => [name, { type, multiple: true }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    const shown = `--${token.name}`;
    if (option === undefined || token.rawName !== shown) throw unknown(token.name, options);
    const before = values.get(token.name) ?? [];
    if (before.length > 0 && option.multiple !== true)
      throw new UsageError(`${shown} is given twice`);
    values.set(token.name, [...before, givenValue(token, option.type === 'string')]);
    if (option.type === 'string') requireChoice(shown, token.value, option.choices);
  }
  return { values, positionals };
}

interface OptionToken {
  readonly name: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function givenValue({ name, value, inlineValue }: OptionToken, takesValue: boolean): string {
  if (!takesValue) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    return '';
  }
  if (value === undefined) throw new UsageError(`--${name} needs a value`);
  if (value.startsWith('-') && value !== '-' && inlineValue !== true) {
    throw new UsageError(`--${name} needs a value; one that begins with "-" goes behind "="`);
  }
  return value;
}

function requireChoice(
  shown: string,
  value: string | undefined,
  choices: readonly string[] | undefined,
): void {
  if (choices === undefined || (value !== undefined && choices.includes(value))) return;
  throw new UsageError(`${shown} is one of ${choices.join(', ')}`);
}

function unknown(name: string, options: Options): UsageError {
  if (!SHOWABLE.test(name))
    return new UsageError('there is an option that this command does not have');
  const near = nearest(name, [...Object.keys(options), 'help']);
  const hint = near === undefined ? '' : `; did you mean --${near}?`;
  return new UsageError(`there is no option --${name}${hint}`);
}

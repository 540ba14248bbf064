import { UsageError } from './cli-error.ts';
import type { Context } from './context.ts';
import { Given, type Options } from './options.ts';
import { parseOptions } from './parse.ts';

/** What help, completion and the documentation know of a command. */
export interface CommandTexts {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the command's name, one line for each way to call it. */
  readonly usage: readonly string[];
  /** Further lines of help. */
  readonly details: readonly string[];
  readonly options: Options;
  /** All that its first argument can be, where that is no file. */
  readonly words?: readonly string[];
}

export interface Command extends CommandTexts {
  /** @returns the exit status */
  run(args: readonly string[], context: Context): Promise<number>;
}

interface Definition<O extends Options> extends CommandTexts {
  readonly options: O;
  /** The most arguments beside the options. */
  readonly most: number;
  run(given: Given<O>, context: Context): Promise<number>;
}

/** A command that reads its options in the common way. */
export function command<const O extends Options>(definition: Definition<O>): Command {
  return {
    ...definition,
    async run(args, context) {
      const { values, positionals } = parseOptions(args, definition.options);
      // Not repeated: it may be a secret in the wrong place.
      if (positionals.length > definition.most)
        throw new UsageError('there are too many arguments');
      return await definition.run(new Given<O>(values, positionals), context);
    },
  };
}

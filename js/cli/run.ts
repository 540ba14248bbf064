import packageJson from '../../package.json' with { type: 'json' };
import { COMMANDS } from './commands.ts';
import { UsageError } from './framework/cli-error.ts';
import type { Command } from './framework/command.ts';
import { type Context, note, print } from './framework/context.ts';
import { EXIT } from './framework/exit-codes.ts';
import { failureOf } from './framework/failure.ts';
import { commandHelp, overallHelp } from './framework/help.ts';
import { refuseKeys } from './framework/key-words.ts';
import { nearest } from './framework/nearest.ts';

/** Safe to repeat: too short and too plain for a key. */
const SHOWABLE = /^[a-z-]{1,20}$/i;

/**
 * Runs one command line.
 * @param args without the program's name
 * @returns the exit status; does not throw
 */
export async function run(args: readonly string[], context: Context): Promise<number> {
  try {
    refuseKeys(args);
    return await dispatch(args, context);
  } catch (error) {
    const { status, message } = failureOf(error);
    note(context, `sealcache: ${message}`);
    return status;
  }
}

async function dispatch(args: readonly string[], context: Context): Promise<number> {
  const [first = '', ...rest] = args;
  if (first === '--version') {
    print(context, packageJson.version);
    return EXIT.ok;
  }
  if (first === '--help' || (first === 'help' && rest.length === 0)) {
    print(context, overallHelp(COMMANDS));
    return EXIT.ok;
  }
  if (first === '') {
    note(context, overallHelp(COMMANDS));
    return EXIT.usage;
  }
  const asksHelp = first === 'help' || beforeTerminator(rest).includes('--help');
  const command = find(first === 'help' ? (rest[0] ?? '') : first);
  if (!asksHelp) return await command.run(rest, context);
  print(context, commandHelp(command));
  return EXIT.ok;
}

function beforeTerminator(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

function find(name: string): Command {
  const command = COMMANDS.find((known) => known.name === name);
  if (command !== undefined) return command;
  if (!SHOWABLE.test(name))
    throw new UsageError('name a command first; sealcache --help lists them');
  const near = nearest(
    name,
    COMMANDS.map((known) => known.name),
  );
  const hint = near === undefined ? 'sealcache --help lists them' : `did you mean ${near}?`;
  throw new UsageError(`there is no command ${name}; ${hint}`);
}

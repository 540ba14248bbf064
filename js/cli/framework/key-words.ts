import { UsageError } from './cli-error.ts';

/** What looks like a master key or the secret of an API key. A cache key may end in a digest after ":". */
const SECRET = /(?:^|[=,_])(?:0x)?[0-9a-f]{64}(?=$|,)/i;

/**
 * Refuses keys on the command line, where every user of the machine and the shell's history see them.
 * @throws {UsageError} without a word of what was given
 */
export function refuseKeys(args: readonly string[]): void {
  const digest = args.includes('--key-is-digest');
  for (const [index, arg] of args.entries()) {
    if (!SECRET.test(arg)) continue;
    if (digest && (args[index - 1] === '--key' || arg.startsWith('--key='))) continue;
    throw new UsageError(
      'there is a key among the arguments, where other users see it: count it as known to them. ' +
        'Give keys by the environment or --key-fd; where 64 hex digits after --key are a digest, ' +
        'add --key-is-digest; bytes to look at go through standard input',
    );
  }
}

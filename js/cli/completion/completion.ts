import { UsageError } from '../framework/cli-error.ts';
import { type Command, command } from '../framework/command.ts';
import { print } from '../framework/context.ts';
import { EXIT } from '../framework/exit-codes.ts';
import { bashScript } from './bash.ts';
import { zshScript } from './zsh.ts';

const SHELLS = ['bash', 'zsh'];

/** @param commands all of them, this one too, once they are there */
export function completionOf(commands: () => readonly Command[]): Command {
  return command({
    name: 'completion',
    summary: 'prints a script that completes commands and options',
    usage: SHELLS,
    details: [
      'bash: source <(sealcache completion bash)',
      'zsh:  source <(sealcache completion zsh), or its output as _sealcache in a folder of $fpath',
    ],
    options: {},
    words: SHELLS,
    most: 1,
    async run(given, context) {
      const [shell] = given.positionals;
      if (shell === 'bash') print(context, bashScript(commands()));
      else if (shell === 'zsh') print(context, zshScript(commands()));
      else throw new UsageError(`name the shell: ${SHELLS.join(' or ')}`);
      return EXIT.ok;
    },
  });
}

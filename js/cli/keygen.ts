import { generateKey } from '../config/generate-key.ts';
import { command } from './framework/command.ts';
import { print } from './framework/context.ts';
import { EXIT } from './framework/exit-codes.ts';

export const keygen = command({
  name: 'keygen',
  summary: 'prints a new master key, 64 hex digits, and nothing else',
  usage: ['> file'],
  details: ['Send it into a file of yours only (umask 077) or a secret store, not to the screen.'],
  options: {},
  most: 0,
  async run(_given, context) {
    print(context, generateKey());
    return EXIT.ok;
  },
});

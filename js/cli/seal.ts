import { sealEntry } from './entry-cipher.ts';
import { ENTRY_OPTIONS, entryTerms } from './entry-options.ts';
import { command } from './framework/command.ts';
import { EXIT } from './framework/exit-codes.ts';
import { readInput, writeOutput } from './input.ts';
import { masterKey } from './key-options.ts';

export const seal = command({
  name: 'seal',
  summary: 'seals one encoded value for exactly this tenant, cache key and container',
  usage: ['[file] --tenant <id> --key <name> --container <kind> [--out <file>]'],
  details: [
    'Reads standard input where no file is named and writes standard output where --out is not given.',
    'The input is what a cache would have encoded, MessagePack for one; it is not looked at.',
  ],
  options: {
    ...ENTRY_OPTIONS,
    out: {
      type: 'string',
      value: 'file',
      help: 'where the entry goes; a new file is readable by you only',
    },
  },
  most: 1,
  async run(given, context) {
    const terms = entryTerms({
      tenant: given.text('tenant'),
      key: given.text('key'),
      container: given.text('container'),
    });
    const [source = '-'] = given.positionals;
    const place = { variable: given.text('key-env'), descriptor: given.text('key-fd') };
    const keys = { current: await masterKey(place, context, source), previous: [] };
    const value = await readInput(source, context);
    await writeOutput(given.text('out'), await sealEntry(keys, value, terms), context);
    return EXIT.ok;
  },
});

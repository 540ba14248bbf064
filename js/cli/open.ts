import { FILE_HEADER_BYTES, fileState } from '../backends/file-header.ts';
import { openEntry } from './entry-cipher.ts';
import { ENTRY_OPTIONS, entryTerms } from './entry-options.ts';
import { UsageError } from './framework/cli-error.ts';
import { command } from './framework/command.ts';
import { note } from './framework/context.ts';
import { EXIT } from './framework/exit-codes.ts';
import { readInput, writeOutput } from './input.ts';
import { masterKey, previousKeys } from './key-options.ts';

export const open = command({
  name: 'open',
  summary: 'opens one sealed entry and writes its value as it was encoded',
  usage: ['[file] --tenant <id> --key <name> --container <kind> [--out <file>]'],
  details: [
    'Reads standard input where no file is named and writes standard output where --out is not given.',
    'Retired keys are read from SEALCACHE_PREVIOUS_MASTER_KEYS or CACHEKIT_PREVIOUS_MASTER_KEYS; which',
    'key opened is told on standard error. Status 1: it does not open.',
  ],
  options: {
    ...ENTRY_OPTIONS,
    'file-entry': {
      type: 'boolean',
      help: 'the input is a file of the file backend, with its header',
    },
    out: {
      type: 'string',
      value: 'file',
      help: 'where the value goes; a new file is readable by you only',
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
    const keys = {
      current: await masterKey(place, context, source),
      previous: previousKeys(context),
    };
    const input = await readInput(source, context);
    const sealed = given.flag('file-entry') ? payloadOf(input) : input;
    const { value, keyIndex } = await openEntry(keys, sealed, terms);
    await writeOutput(given.text('out'), value, context);
    if (keyIndex > 0) note(context, `sealcache: opened with retired key ${keyIndex}`);
    return EXIT.ok;
  },
});

/** Expired entries open, too: who looks at one may want to know why it is still there. */
function payloadOf(file: Uint8Array): Uint8Array {
  const state = fileState(file.subarray(0, FILE_HEADER_BYTES), Date.now() / 1000);
  if (state === 'live' || state === 'expired') return file.subarray(FILE_HEADER_BYTES);
  throw new UsageError('the input is no file of the file backend, or of a later version');
}

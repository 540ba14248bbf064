import { existsSync } from 'node:fs';
import { FILE_HEADER_BYTES } from '../../backends/file-header.ts';
import { fromHex } from '../../config/hex.ts';
import { loadNodeCore } from '../../core/node-core.ts';
import { EncryptionError } from '../../errors.ts';
import { openEntry } from '../entry-cipher.ts';
import { ENTRY_OPTIONS, entryTerms } from '../entry-options.ts';
import { UsageError } from '../framework/cli-error.ts';
import { command } from '../framework/command.ts';
import { type Context, print } from '../framework/context.ts';
import { EXIT } from '../framework/exit-codes.ts';
import type { Given } from '../framework/options.ts';
import { readInput } from '../input.ts';
import { masterKey, previousKeys } from '../key-options.ts';
import { readBytes } from './read.ts';
import type { Reading } from './reading.ts';
import { readingLines } from './show.ts';

const HEX = /^(?:[0-9a-f]{2})+$/i;

const OPTIONS = {
  hex: { type: 'boolean', help: 'the file or standard input holds hex digits' },
  json: { type: 'boolean', help: 'print JSON' },
  ...ENTRY_OPTIONS,
} as const;

type Verdict = 'with the current key' | `with retired key ${number}` | 'no';

export const inspect = command({
  name: 'inspect',
  summary: 'names what bytes are, with sizes and checksum verdict, never with their content',
  usage: ['<file | hex | ->', '<file | hex | -> --tenant <id> --key <name> --container <kind>'],
  details: [
    'An argument that is both the name of a file and hex digits is the file; "-" is standard input.',
    'A sealed blob has no mark: it only looks like one. With --key, --tenant, --container and a master',
    'key it is also said whether it opens, not what is inside.',
    'Status 1: unknown or damaged bytes, or an entry that does not open.',
  ],
  options: OPTIONS,
  most: 1,
  async run(given, context) {
    const bytes = await bytesOf(given, context);
    const reading = readBytes(bytes, await loadNodeCore(), Date.now() / 1000);
    const opens = await verdict(given, bytes, reading, context);
    const lines = [...readingLines(reading), ...(opens === undefined ? [] : [`opens: ${opens}`])];
    print(context, ...(given.flag('json') ? [JSON.stringify({ ...reading, opens })] : lines));
    return isFine(reading) && opens !== 'no' ? EXIT.ok : EXIT.no;
  },
});

async function bytesOf(given: Given<typeof OPTIONS>, context: Context): Promise<Uint8Array> {
  const [source] = given.positionals;
  if (source === undefined) throw new UsageError('name a file, give hex digits, or "-"');
  if (source !== '-' && !existsSync(source) && HEX.test(source)) return fromHex(source);
  const bytes = await readInput(source, context);
  if (!given.flag('hex')) return bytes;
  const text = new TextDecoder('latin1').decode(bytes).replace(/\s+/g, '');
  if (!HEX.test(text)) throw new UsageError('the input is not an even number of hex digits');
  return fromHex(text);
}

/** `undefined` where nobody asked. */
async function verdict(
  given: Given<typeof OPTIONS>,
  bytes: Uint8Array,
  reading: Reading,
  context: Context,
): Promise<Verdict | undefined> {
  const named = {
    tenant: given.text('tenant'),
    key: given.text('key'),
    container: given.text('container'),
  };
  if (Object.values(named).every((value) => value === undefined)) return undefined;
  const terms = entryTerms(named);
  const place = { variable: given.text('key-env'), descriptor: given.text('key-fd') };
  const keys = {
    current: await masterKey(place, context, given.positionals[0]),
    previous: previousKeys(context),
  };
  const inFile = reading.kind === 'file-backend entry' && reading.holds !== undefined;
  try {
    const sealed = inFile ? bytes.subarray(FILE_HEADER_BYTES) : bytes;
    const { keyIndex } = await openEntry(keys, sealed, terms);
    return keyIndex === 0 ? 'with the current key' : `with retired key ${keyIndex}`;
  } catch (error) {
    if (error instanceof EncryptionError) return 'no';
    throw error;
  }
}

function isFine({ kind, damage, holds }: Reading): boolean {
  return kind !== 'unknown' && damage === undefined && (holds === undefined || isFine(holds));
}

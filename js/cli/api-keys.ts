/**
 * Makes, lists and revokes API keys of the cache service:
 *
 *     node js/cli/api-keys.ts create [--class live|sdk|api] [--tenant name] [--label text]
 *     node js/cli/api-keys.ts list
 *     node js/cli/api-keys.ts revoke <id>
 *
 * Works on the local service's storage, build/service or `--storage folder`, and prints the wrangler
 * command that does the same to a deployment; with `--remote` it only prints that.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SCOPES } from '../worker/api-keys/key-format.ts';
import { recordName, TENANT } from '../worker/api-keys/key-record.ts';
import { listKeys, newKey, type RecordStore, revokeKey, storeKey } from './api-keys-actions.ts';
import { DEFAULT_STORAGE, openLocalRecords } from './api-keys-local.ts';

const USAGE = `usage: api-keys create [--class live|sdk|api] [--tenant name] [--label text]
       api-keys list
       api-keys revoke <id>
each with [--storage folder] for another folder than ${DEFAULT_STORAGE}, or [--remote]`;

const WRANGLER = 'npx wrangler kv key';
const TARGET = '--binding API_KEYS --remote';
/** Nothing that a shell or a table would take for something else. */
const LABEL = /^[\w .,:@/+-]{0,80}$/;

/** What the caller has to change; its message is all they need. */
class UsageError extends Error {}

type Options = ReturnType<typeof parsed>['values'];
type Print = (line: string) => void;
type Command = (argument: string | undefined, options: Options, print: Print) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = { create, list, revoke };

/**
 * Runs one command.
 * @param print takes one line
 * @returns the exit status: 0, 1 where there is no such key, 2 for a wrong command
 */
export async function runApiKeys(args: readonly string[], print: Print): Promise<number> {
  try {
    const { values, positionals } = parsed(args);
    const [name = '', argument, ...more] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) throw new UsageError('name a command');
    if (more.length > 0) throw new UsageError('too many arguments');
    return await command(argument, values, print);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(`${error.message}\n${USAGE}`);
    return 2;
  }
}

async function create(
  argument: string | undefined,
  options: Options,
  print: Print,
): Promise<number> {
  if (argument !== undefined) throw new UsageError('create takes options only');
  const { storage, remote } = options;
  const key = await made(options);
  if (!remote) await withRecords(storage, (store) => storeKey(store, key));
  print(`API key (shown only now): ${key.apiKey}`);
  print(`id ${key.id}, tenant ${key.record.tenant}`);
  const named = `'${recordName(key.id)}' '${JSON.stringify(key.record)}'`;
  print(`in a deployment: ${WRANGLER} put ${TARGET} ${named}`);
  return 0;
}

async function list(
  argument: string | undefined,
  { storage, remote }: Options,
  print: Print,
): Promise<number> {
  if (argument !== undefined) throw new UsageError('list takes options only');
  if (!remote) for (const line of await withRecords(storage, listing)) print(line);
  print(`in a deployment: ${WRANGLER} list ${TARGET}`);
  return 0;
}

async function revoke(
  id: string | undefined,
  { storage, remote }: Options,
  print: Print,
): Promise<number> {
  if (id === undefined || !/^[0-9a-f]{16}$/.test(id)) {
    throw new UsageError('revoke takes the id of a key: 16 hex digits');
  }
  const found = remote || (await withRecords(storage, (store) => revokeKey(store, id)));
  if (!remote) print(found ? `revoked ${id}` : `there is no key ${id}`);
  print(`in a deployment: ${WRANGLER} delete ${TARGET} '${recordName(id)}'`);
  return found ? 0 : 1;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        class: { type: 'string', default: 'live' },
        tenant: { type: 'string', default: 'default' },
        label: { type: 'string', default: '' },
        storage: { type: 'string', default: DEFAULT_STORAGE },
        remote: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong options');
  }
}

async function made(given: { class: string; tenant: string; label: string }) {
  const scope = SCOPES.find((name) => name === given.class);
  if (scope === undefined) throw new UsageError(`--class is one of ${SCOPES.join(', ')}`);
  if (!TENANT.test(given.tenant)) {
    throw new UsageError('--tenant is 1 to 64 of a-z 0-9 - and begins with no -');
  }
  if (!LABEL.test(given.label)) {
    throw new UsageError('--label is up to 80 letters, digits, spaces and _ . , : @ / + -');
  }
  return await newKey(scope, given.tenant, given.label);
}

async function withRecords<T>(
  storage: string,
  work: (store: RecordStore) => Promise<T>,
): Promise<T> {
  const { store, close } = await openLocalRecords(storage);
  try {
    return await work(store);
  } finally {
    await close();
  }
}

async function listing(store: RecordStore): Promise<string[]> {
  const keys = await listKeys(store);
  if (keys.length === 0) return ['there are no keys'];
  return keys.map(({ id, record }) =>
    record === null
      ? `${id}  cannot be read and lets nobody in`
      : `${id}  ck_${record.scope}_  ${record.tenant}  ${record.created}  ${record.label}`.trimEnd(),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await runApiKeys(process.argv.slice(2), console.log);
}

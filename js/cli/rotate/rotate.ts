import { parseMasterKey, parsePreviousMasterKeys } from '../../config/master-key.ts';
import { CONTAINER_OPTION, containerName } from '../entry-options.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { UsageError } from '../framework/cli-error.ts';
import { command } from '../framework/command.ts';
import { type Context, note, print } from '../framework/context.ts';
import { EXIT } from '../framework/exit-codes.ts';
import type { Given } from '../framework/options.ts';
import { keyFrom, TENANT_OPTION } from '../key-options.ts';
import { openRedis, REDIS_OPTION } from '../redis-place.ts';
import { Checkpoint, type WalkTerms } from './checkpoint.ts';
import { leftUnderOldKeys } from './counts.ts';
import { openFileStore } from './file-store.ts';
import { knownKeys } from './known-keys.ts';
import { openRedisStore } from './redis-store.ts';
import { reportJson, reportLines } from './report.ts';
import { Resealer, type ResealTerms } from './resealer.ts';
import { stopSignal } from './stop-signal.ts';
import type { WalkedStore } from './store.ts';
import { walkStore } from './walk.ts';

const DEFAULT_BATCH = 64;

const OPTIONS = {
  from: {
    type: 'string',
    value: 'place',
    multiple: true,
    help: 'a key that is replaced, up to three: env:NAME or fd:NUMBER',
  },
  to: { type: 'string', value: 'place', help: 'the key that replaces them: env:NAME or fd:NUMBER' },
  ...TENANT_OPTION,
  ...CONTAINER_OPTION,
  ...REDIS_OPTION,
  prefix: { type: 'string', value: 'text', help: 'of Redis, only keys that begin with it' },
  dir: { type: 'string', value: 'folder', help: 'the folder of a file backend' },
  keys: { type: 'string', value: 'file', help: 'the cache keys of --dir, one a line' },
  reseal: { type: 'boolean', help: 'put entries of --from keys under the --to key' },
  'dry-run': { type: 'boolean', help: 'write nothing, also with --reseal' },
  checkpoint: { type: 'string', value: 'file', help: 'goes on where an earlier run has stopped' },
  batch: { type: 'string', value: 'number', help: `entries at once, default ${DEFAULT_BATCH}` },
  json: { type: 'boolean', help: 'print JSON' },
} as const;

export const rotate = command({
  name: 'rotate',
  summary: 'counts the entries of a store under each key, and re-seals them on request',
  usage: [
    '--from <place> --to <place> --tenant <id> --container <kind> --redis <url> [--prefix <text>]',
    '--from <place> --to <place> --tenant <id> --container <kind> --dir <folder> --keys <file>',
  ],
  details: [
    'Without --reseal it only counts. First give every reader and writer the new key, with the old one',
    'among its retired keys: what is written under an old key meanwhile may be missed.',
    'Entries keep the time they have left. Entries that others change meanwhile are left alone.',
    'The file backend names files by a digest of the key: without --keys none of them can be opened.',
    'Ctrl+C stops after the entries at hand; with --checkpoint the next run goes on there.',
    'Status 1: entries are left under a --from key, or could not be opened for want of their keys.',
  ],
  options: OPTIONS,
  most: 0,
  async run(given, context) {
    const seal = await resealTerms(given, context);
    const dryRun = given.flag('dry-run');
    if (dryRun && given.text('checkpoint') !== undefined) {
      throw new UsageError('--dry-run writes nothing, so it takes no --checkpoint');
    }
    const store = await openStore(given, context);
    const resealer = new Resealer(seal);
    const { signal, release } = stopSignal();
    try {
      const terms: WalkTerms = {
        store: store.name,
        tenant: seal.tenant,
        container: seal.container,
        keys: await Promise.all(seal.keys.map((key) => fingerprintOf(key, seal.tenant))),
        reseal: given.flag('reseal'),
      };
      const path = given.text('checkpoint');
      const checkpoint = path === undefined ? null : new Checkpoint(path, terms);
      const write = terms.reseal && !dryRun;
      const keys = seal.keys.length;
      const walk = { store, resealer, keys, write, checkpoint, signal };
      const { counts, finished } = await walkStore(walk, context);
      const report = { terms, counts, dryRun, finished };
      print(context, ...(given.flag('json') ? [reportJson(report)] : reportLines(report)));
      if (!finished) {
        note(context, `sealcache: stopped${path === undefined ? '' : `; ${path} says where`}`);
        return EXIT.interrupted;
      }
      const left = leftUnderOldKeys(counts, write) + counts.missed;
      return left === 0 ? EXIT.ok : EXIT.no;
    } finally {
      release();
      resealer.dispose();
      await store.close();
    }
  },
});

async function resealTerms(given: Given<typeof OPTIONS>, context: Context): Promise<ResealTerms> {
  const to = given.text('to');
  const from = given.texts('from');
  const tenant = given.text('tenant');
  if (to === undefined || from.length === 0) {
    throw new UsageError('give --from and --to, the places of the old and the new key');
  }
  if (tenant === undefined)
    throw new UsageError('give --tenant; caches without one have "default"');
  const container = containerName(given.text('container'));
  const current = await keyFrom(to, context);
  const previous: string[] = [];
  for (const place of from) previous.push(await keyFrom(place, context));
  const bytes = parseMasterKey(current, '--to');
  for (const key of parsePreviousMasterKeys(previous, bytes, '--from')) key.fill(0);
  bytes.fill(0);
  return { keys: [current, ...previous], tenant, container };
}

async function openStore(given: Given<typeof OPTIONS>, context: Context): Promise<WalkedStore> {
  const folder = given.text('dir');
  const redis = given.text('redis');
  const prefix = given.text('prefix');
  const keys = given.text('keys');
  const batch = batchOf(given.text('batch'));
  if ((folder === undefined) === (redis === undefined)) {
    throw new UsageError('give --redis or --dir, the store to walk');
  }
  if (folder !== undefined) {
    if (prefix !== undefined) throw new UsageError('--prefix is for --redis');
    return await openFileStore({ folder, keys: await knownKeys(keys), batch });
  }
  if (keys !== undefined) throw new UsageError('--keys is for --dir; Redis has the keys itself');
  const place = openRedis(redis ?? '', context);
  return await openRedisStore({ ...place, prefix: prefix ?? '', batch });
}

function batchOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_BATCH;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError('--batch is a number from 1 to 9999');
}

import type { Commands, Request } from '../../backends/redis/commands.ts';
import { bytesOf, integerOf, listOf } from '../../backends/redis/replies.ts';
import { randomHex } from '../../config/hex.ts';
import type { RedisPlace } from '../redis-place.ts';
import type { Batch, StoredItem, WalkedStore } from './store.ts';

/**
 * Nobody who writes meanwhile is overwritten, and the TTL stays to the millisecond. KEEPTTL needs
 * Redis 6 or newer.
 */
const REPLACE = `if redis.call('get', KEYS[1]) == ARGV[1] then
  redis.call('set', KEYS[1], ARGV[2], 'KEEPTTL')
  return 1
end
return 0`;

export interface RedisWalk extends RedisPlace {
  /** Only keys that begin with it; empty for all. */
  readonly prefix: string;
  /** Keys asked for at once. */
  readonly batch: number;
}

/** Walks the strings of one Redis server by SCAN, which names every key that is there all the time. */
export async function openRedisStore(walk: RedisWalk): Promise<WalkedStore> {
  const { commands, name, prefix, batch } = walk;
  const { epoch, total } = await factsOf(commands);
  return {
    name: prefix === '' ? name : `${name}, keys that begin with ${JSON.stringify(prefix)}`,
    epoch,
    total,
    walk: (cursor) => batches(commands, prefix, batch, cursor),
    close: () => commands.link.close(),
  };
}

async function factsOf(commands: Commands): Promise<Pick<WalkedStore, 'epoch' | 'total'>> {
  try {
    const total = integerOf(await commands.send({ command: ['DBSIZE'] }));
    const info = textOf(await commands.send({ command: ['INFO', 'server'] }));
    // Cursors are positions in a table that every start of the server orders anew. One that does not
    // tell its starts apart is another one each time.
    return { total, epoch: /run_id:([0-9a-f]+)/.exec(info)?.[1] ?? randomHex(20) };
  } catch (error) {
    await commands.link.close();
    throw error;
  }
}

async function* batches(
  commands: Commands,
  prefix: string,
  batch: number,
  from: string | null,
): AsyncGenerator<Batch> {
  let cursor = from ?? '0';
  do {
    const command = ['SCAN', cursor, 'COUNT', batch.toString(), 'TYPE', 'string'] as const;
    const [next, names] = listOf(await commands.send({ command }), 2);
    const keys = Array.isArray(names) ? names.map(keyOf) : [];
    cursor = textOf(next);
    const found = await items(commands, prefix, keys);
    const following = cursor === '0' ? null : cursor;
    yield { ...found, examined: keys.length, missed: 0, cursor: following };
  } while (cursor !== '0');
}

/** @param keys `null` for one that is not UTF-8 */
async function items(
  commands: Commands,
  prefix: string,
  keys: readonly (string | null)[],
): Promise<Pick<Batch, 'items' | 'skipped'>> {
  const wanted = keys.filter((key) => key !== null).filter((key) => key.startsWith(prefix));
  const replies = await commands.sendAll(
    wanted.map((key): Request => ({ key, command: ['GET', key] })),
  );
  const found: StoredItem[] = [];
  for (const [index, key] of wanted.entries()) {
    const sealed = bytesOf(replies[index]);
    // Gone since the key was named.
    if (sealed === null) continue;
    found.push({ key, sealed, replace: (after) => replace(commands, key, sealed, after) });
  }
  const unreadable = keys.filter((key) => key === null).length;
  return {
    items: found,
    skipped: unreadable === 0 ? {} : { 'names that are not UTF-8': unreadable },
  };
}

/** Those of one turn go out together. */
async function replace(
  commands: Commands,
  key: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<boolean> {
  const command = ['EVAL', REPLACE, '1', key, Buffer.from(before), Buffer.from(after)] as const;
  return integerOf(await commands.send({ key, command })) === 1;
}

/** No cache of ours has keys that are not UTF-8, and their bytes would be changed on the way. */
function keyOf(name: unknown): string | null {
  if (typeof name === 'string') return name;
  if (!(name instanceof Uint8Array)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return null;
  }
}

function textOf(reply: unknown): string {
  return Buffer.isBuffer(reply) ? reply.toString('latin1') : String(reply);
}

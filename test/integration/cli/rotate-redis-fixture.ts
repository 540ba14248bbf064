/** A Redis and a folder for tests of `sealcache rotate`; both are empty when a test begins. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createCache, redis, type SecureCache } from '../../../js/node.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { here, KEY, OTHER_KEY } from '../../unit/cli/run-cli.ts';
import { nodeRedis } from '../redis/clients.ts';

export const env = { OLD: KEY, NEW: OTHER_KEY };

interface Kind {
  readonly prefix?: string;
  readonly compression?: boolean;
  readonly tenantId?: string;
}

export interface Result {
  readonly byKey: number[];
  readonly unopened: number;
  readonly examined: number;
  readonly resealed: number;
  readonly left: number;
  readonly changed: number;
  readonly skipped: Record<string, number>;
  readonly finished: boolean;
}

/** Starts the server before the tests of the file that calls it, and stops it after them. */
export function redisToRotate() {
  let server: RedisServer;
  let client: Awaited<ReturnType<typeof nodeRedis>>['client'];
  let folder: string;
  let opened: SecureCache[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
    ({ client } = await nodeRedis(server.url));
  });
  afterAll(async () => {
    client?.destroy();
    await server?.stop();
  });
  beforeEach(async () => {
    await client.flushAll();
    folder = await mkdtemp(join(tmpdir(), 'sealcache-rotate-'));
  });
  afterEach(async () => {
    await Promise.all(opened.map((cache) => cache.close()));
    opened = [];
    await rm(folder, { recursive: true, force: true });
  });

  function cacheWith(masterKey: string, kind: Kind = {}): SecureCache {
    const { prefix = 'app:', compression = true, tenantId = 'shop' } = kind;
    const cache = createCache({
      backend: redis({ url: server.url, keyPrefix: prefix }),
      encryption: { masterKey, tenantId },
      compression,
      l1: { enabled: false },
    });
    opened.push(cache);
    return cache;
  }

  function args(...more: string[]): string[] {
    const terms = ['--tenant', 'shop', '--container', 'envelope'];
    return [
      'rotate',
      '--from',
      'env:OLD',
      '--to',
      'env:NEW',
      ...terms,
      '--redis',
      server.url,
      ...more,
    ];
  }

  async function counted(...more: string[]): Promise<{ status: number | null; result: Result }> {
    const { status, stdout, stderr } = await here(args('--json', ...more), { env });
    if (stdout === '') throw new Error(stderr);
    return { status, result: JSON.parse(stdout) };
  }

  return {
    cacheWith,
    args,
    counted,
    closeLater: (cache: SecureCache) => opened.push(cache),
    get client() {
      return client;
    },
    get server() {
      return server;
    },
    get folder() {
      return folder;
    },
  };
}

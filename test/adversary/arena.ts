/** Where attacks happen: real stores, and caches over them whose counters and listeners are watched. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Backend,
  type Cache,
  type CacheEvents,
  type CacheOptions,
  createCache,
  file,
  generateKey,
  memcached,
  redis,
} from '../../js/node.ts';
import { type LocalService, startService } from '../../scripts/main-job/local-service.ts';
import { RedisServer } from '../helpers/redis-server.ts';
import { apiKeyOf, backendOf } from '../integration/http/service-client.ts';
import { MemcachedServer } from '../integration/memcached/memcached-server.ts';

/** A store that the attacker can write to. */
export interface Place {
  readonly name: string;
  /** A connection of its own: the cache's, or the attacker's. */
  readonly open: () => Backend;
}

/** What a cache told while it was attacked. */
export interface Watched {
  readonly cache: Cache;
  readonly errors: CacheEvents['error'][];
  readonly evicted: CacheEvents['evict'][];
}

export class Arena {
  readonly masterKey = generateKey();
  readonly redis: RedisServer;
  readonly memcached: MemcachedServer;
  readonly service: LocalService;
  /** Of the tenant under attack. */
  readonly apiKey: string;
  readonly folder: string;
  readonly #closing: (() => unknown)[] = [];
  #names = 0;

  private constructor(
    servers: { redis: RedisServer; memcached: MemcachedServer; service: LocalService },
    apiKey: string,
    folder: string,
  ) {
    this.redis = servers.redis;
    this.memcached = servers.memcached;
    this.service = servers.service;
    this.apiKey = apiKey;
    this.folder = folder;
  }

  static async start(): Promise<Arena> {
    const [redis, memcached, service, folder] = await Promise.all([
      RedisServer.start(),
      MemcachedServer.start(),
      startService(),
      mkdtemp(join(tmpdir(), 'sealcache-adversary-')),
    ]);
    return new Arena({ redis, memcached, service }, await apiKeyOf(service), folder);
  }

  /** Every kind of store that lies outside of the process. */
  get places(): readonly Place[] {
    return [this.redisPlace(), this.memcachedPlace(), this.servicePlace(), this.filePlace()];
  }

  /** @param database tells attacks apart that look at all keys */
  redisPlace(database = 0, keyPrefix = ''): Place {
    const url = `${this.redis.url}/${database}`;
    return { name: 'Redis', open: () => redis({ url, keyPrefix }) };
  }

  memcachedPlace(): Place {
    const { address } = this.memcached;
    return { name: 'Memcached', open: () => memcached({ servers: [address], timeout: 5000 }) };
  }

  servicePlace(): Place {
    return { name: 'HTTP service', open: () => backendOf(this.service, this.apiKey) };
  }

  filePlace(cacheDir = join(this.folder, 'entries')): Place {
    return { name: 'files', open: () => file({ cacheDir }) };
  }

  /** A cache key that nobody else uses, of characters that every store takes. */
  key(): string {
    this.#names += 1;
    return `adversary:${this.#names}`;
  }

  /** The attacker's own hand on a store. */
  hand(place: Place): Backend {
    const backend = place.open();
    this.defer(() => backend.close());
    return backend;
  }

  /** A cache that ends with the attack, without L1 unless the options say otherwise. */
  cache(options: CacheOptions): Watched {
    const cache = createCache({ l1: { enabled: false }, ...options });
    const watched: Watched = { cache, errors: [], evicted: [] };
    cache.on('error', (event) => watched.errors.push(event));
    cache.on('evict', (event) => watched.evicted.push(event));
    this.defer(() => cache.close());
    return watched;
  }

  /** Runs at the end of the attack, the last first. */
  defer(close: () => unknown): void {
    this.#closing.push(close);
  }

  async endAttack(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }

  async stop(): Promise<void> {
    await Promise.all([this.redis.stop(), this.memcached.stop(), this.service.stop()]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

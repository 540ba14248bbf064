/** What a cache service keeps and answers, by the rules of PROTOCOL §10, on a clock of its own. */

interface Entry {
  readonly bytes: Uint8Array;
  /** Seconds since the epoch; `Infinity` without expiry. */
  readonly freshUntil: number;
  readonly evictAt: number;
}

export interface StoreAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface StoreRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

const MAX_TTL = 2_592_000;

export class FakeStore {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #locks = new Map<string, { readonly lockId: string; readonly until: number }>();
  #lockCount = 0;

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  answer(key: string, resource: string, request: StoreRequest): StoreAnswer {
    switch (`${request.method} ${resource}`) {
      case 'GET ':
        return this.#get(key);
      case 'HEAD ':
        return { status: this.#live(key) === undefined ? 404 : 200 };
      case 'PUT ':
        return this.#put(key, request);
      case 'DELETE ':
        this.#entries.delete(key);
        return json({ success: true });
      case 'GET ttl':
        return this.#ttl(key);
      case 'PATCH ttl':
        return this.#patch(key, request);
      case 'POST lock':
        return this.#lock(key, request);
      case 'DELETE lock':
        return this.#unlock(key, request);
      default:
        return json({ error: 'no such route' }, 405);
    }
  }

  health(): StoreAnswer {
    return json({
      status: 'ok',
      cache_entries: this.#entries.size,
      active_locks: this.#locks.size,
    });
  }

  #get(key: string): StoreAnswer {
    const entry = this.#live(key);
    if (entry === undefined) return json({ error: 'not found' }, 404);
    const left = Math.floor(entry.freshUntil - this.#now() / 1000);
    return {
      status: 200,
      headers: {
        'X-CacheKit-Freshness': left < 0 ? 'stale' : 'fresh',
        ...(left === Number.POSITIVE_INFINITY
          ? {}
          : { 'X-CacheKit-Fresh-For': String(Math.max(0, left)) }),
      },
      body: entry.bytes,
    };
  }

  #put(key: string, { headers, body }: StoreRequest): StoreAnswer {
    const ttl = headers['x-cachekit-ttl'];
    if (ttl !== undefined && !isTtl(Number(ttl))) return json({ error: 'bad ttl' }, 400);
    const life = ttl === undefined ? Number.POSITIVE_INFINITY : Number(ttl);
    const freshUntil = Math.floor(this.#now() / 1000) + life;
    const stale = Number(headers['x-cachekit-stale-ttl'] ?? 0);
    this.#entries.set(key, { bytes: body, freshUntil, evictAt: freshUntil + stale });
    return json({ success: true });
  }

  #ttl(key: string): StoreAnswer {
    const entry = this.#live(key);
    if (entry === undefined) return json({ error: 'not found' }, 404);
    const left = entry.evictAt - Math.floor(this.#now() / 1000);
    return json({ ttl: Number.isFinite(left) ? left : null });
  }

  #patch(key: string, { body }: StoreRequest): StoreAnswer {
    const ttl = field(body, 'ttl');
    if (!isTtl(ttl)) return json({ error: 'bad ttl' }, 400);
    const entry = this.#live(key);
    const now = Math.floor(this.#now() / 1000);
    if (entry === undefined) return json({ success: true });
    if (entry.freshUntil <= now) return json({ error: 'stale' }, 409);
    this.#entries.set(key, { ...entry, freshUntil: now + ttl, evictAt: now + ttl });
    return json({ success: true });
  }

  #lock(key: string, { body }: StoreRequest): StoreAnswer {
    const timeout = field(body, 'timeout_ms');
    if (typeof timeout !== 'number') return json({ error: 'timeout_ms' }, 400);
    const now = this.#now();
    if (now < (this.#locks.get(key)?.until ?? now)) return json({ lock_id: null });
    const lockId = `lock-${++this.#lockCount}`;
    this.#locks.set(key, { lockId, until: now + timeout });
    return json({ lock_id: lockId });
  }

  #unlock(key: string, { headers }: StoreRequest): StoreAnswer {
    const lockId = headers['x-cachekit-lock-id'];
    if (typeof lockId !== 'string' || lockId.trim() === '') return json({ error: 'lock id' }, 400);
    if (this.#locks.get(key)?.lockId === lockId) this.#locks.delete(key);
    return json({ success: true });
  }

  #live(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && this.#now() / 1000 < entry.evictAt) return entry;
    this.#entries.delete(key);
    return undefined;
  }
}

export function json(value: unknown, status = 200): StoreAnswer {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}

function isTtl(ttl: unknown): ttl is number {
  return typeof ttl === 'number' && Number.isInteger(ttl) && ttl >= 1 && ttl <= MAX_TTL;
}

function field(body: Uint8Array, name: string): unknown {
  const value: unknown = JSON.parse(Buffer.from(body).toString());
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

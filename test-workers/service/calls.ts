/** Calls of the service as the runtime makes them, and what the tests of it share. */
import { env } from 'cloudflare:workers';
import { makeApiKey, type Scope } from '../../js/worker/api-keys/key-format.ts';
import { makeRecord, recordName } from '../../js/worker/api-keys/key-record.ts';
import type { Environment } from '../../js/worker/environment.ts';
import service from '../../js/worker/main.ts';

export const BASE = 'https://service.test';

export interface CallOptions {
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly environment?: Environment;
}

/** A tenant that nothing is stored for: storage is shared by the tests of a file. */
export function newTenant(): string {
  return `t-${crypto.randomUUID()}`;
}

/** A key that is in the service's records. */
export async function newApiKey(
  scope: Scope = 'live',
  tenant: string = newTenant(),
): Promise<string> {
  const apiKey = makeApiKey(scope);
  const { id, record } = await makeRecord(apiKey, { tenant, label: 'test' });
  await env.API_KEYS.put(recordName(id), JSON.stringify(record));
  return apiKey;
}

/** @param path after the host */
export async function send(
  method: string,
  path: string,
  { apiKey, headers = {}, body, environment = env }: CallOptions = {},
): Promise<Response> {
  const request = new Request(BASE + path, {
    method,
    headers: {
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return await service.fetch(request, environment);
}

/** Calls about one entry, by one API key. */
export class Client {
  readonly tenant: string;
  readonly apiKey: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(tenant: string, apiKey: string, headers: Readonly<Record<string, string>>) {
    this.tenant = tenant;
    this.apiKey = apiKey;
    this.#headers = headers;
  }

  /** Of a tenant of its own where none is named. */
  static async of(scope: Scope = 'live', tenant: string = newTenant()): Promise<Client> {
    const headers = scope === 'sdk' ? { 'X-CacheKit-L1-Status': 'disabled' } : {};
    return new Client(tenant, await newApiKey(scope, tenant), headers);
  }

  /** @param path after /v1/cache/ */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Response> {
    const headers = { ...this.#headers, ...options.headers };
    return await send(method, `/v1/cache/${path}`, { apiKey: this.apiKey, ...options, headers });
  }

  async put(key: string, body: BodyInit, ttl?: number, staleTtl?: number): Promise<Response> {
    const headers = {
      ...(ttl === undefined ? {} : { 'X-CacheKit-TTL': `${ttl}` }),
      ...(staleTtl === undefined ? {} : { 'X-CacheKit-Stale-TTL': `${staleTtl}` }),
    };
    return await this.call('PUT', key, { body, headers });
  }

  async get(key: string): Promise<Response> {
    return await this.call('GET', key);
  }
}

export async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

export async function textOf(response: Response): Promise<string> {
  return new TextDecoder().decode(await bytesOf(response));
}

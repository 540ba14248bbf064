/** The cache service of these tests, and clients of it. */
import { randomUUID } from 'node:crypto';
import { CachekitIOBackend } from '../../../js/backends/http/cachekitio.ts';
import { newKey, storeKey } from '../../../js/cli/api-keys-actions.ts';
import { recordStore } from '../../../js/cli/api-keys-local.ts';
import type { Scope } from '../../../js/worker/api-keys/key-format.ts';
import type { LocalService } from '../../../scripts/main-job/local-service.ts';

/** A tenant nothing is stored for. */
export function newTenant(): string {
  return `t-${randomUUID()}`;
}

export async function apiKeyOf(
  service: LocalService,
  scope: Scope = 'live',
  tenant = newTenant(),
): Promise<string> {
  const key = await newKey(scope, tenant, 'test');
  await storeKey(recordStore(service.apiKeys), key);
  return key.apiKey;
}

export function backendOf(service: LocalService, apiKey: string): CachekitIOBackend {
  return new CachekitIOBackend({
    apiKey,
    apiUrl: service.url.origin,
    allowCustomHost: 'loopback',
    timeout: 20_000,
  });
}

export function ask(
  service: LocalService,
  apiKey: string,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    ...Object.fromEntries(new Headers(init.headers)),
  };
  return fetch(new URL(path, service.url), { ...init, method, headers });
}

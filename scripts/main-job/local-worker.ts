import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundleWorker } from '../worker-bundle.ts';

/** A Worker running on loopback, with its KV store in reach. */
export interface LocalWorker {
  readonly url: URL;
  readonly kv: Awaited<ReturnType<Miniflare['getKVNamespace']>>;
  /** Asks the Worker for one entry, or gives it one. */
  call(method: 'GET' | 'PUT', key: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

/** Bundles the sample Worker and runs it in workerd on a free loopback port. */
export async function startWorker(
  masterKey: string,
  tenantId: string,
  accessToken: string,
): Promise<LocalWorker> {
  const { outdir, script, wasm } = bundleWorker('sample');
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modulesRoot: outdir,
      modules: [
        { type: 'ESModule', path: join(outdir, script) },
        ...wasm.map((file) => ({ type: 'CompiledWasm' as const, path: join(outdir, file) })),
      ],
      compatibilityDate: '2026-10-01',
      kvNamespaces: ['CACHE'],
      bindings: {
        CACHEKIT_MASTER_KEY: masterKey,
        TENANT_ID: tenantId,
        ACCESS_TOKEN: accessToken,
      },
      host: '127.0.0.1',
      port: 0,
    }),
  );
  const url = await miniflare.ready;
  const kv = await miniflare.getKVNamespace('CACHE');
  return {
    url,
    kv,
    call: (method, key, body) =>
      fetch(new URL(`/entries/${encodeURIComponent(key)}`, url), {
        method,
        headers: { authorization: `Bearer ${accessToken}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    stop: () => miniflare.dispose(),
  };
}

import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { API_KEYS_NAMESPACE, persistencePath } from '../../js/cli/api-keys-local.ts';
import { bundleWorker } from '../worker-bundle.ts';

export interface ServiceSettings {
  /** A folder to keep everything in. Default: nothing outlives the process. */
  readonly storage?: string;
  /** Default a free one. */
  readonly port?: number;
  /** Requests in 10 seconds for each API key. Default as wrangler.toml. */
  readonly rate?: number;
  /** PEM, to speak TLS. Default plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Of the Worker, as in wrangler.toml. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The cache service running on loopback, with its stores in reach. */
export interface LocalService {
  readonly url: URL;
  readonly apiKeys: Awaited<ReturnType<Miniflare['getKVNamespace']>>;
  readonly values: Awaited<ReturnType<Miniflare['getKVNamespace']>>;
  readonly largeValues: Awaited<ReturnType<Miniflare['getR2Bucket']>>;
  stop(): Promise<void>;
}

/** Bundles the service and runs it in workerd, with the bindings of wrangler.toml. */
export async function startService(settings: ServiceSettings = {}): Promise<LocalService> {
  const { storage, port = 0, rate = 10_000, tls, variables = {} } = settings;
  const { outdir, script, pages } = bundleWorker('service');
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modulesRoot: outdir,
      modules: [
        { type: 'ESModule', path: join(outdir, script) },
        ...pages.map((file) => ({ type: 'Text' as const, path: join(outdir, file) })),
      ],
      compatibilityDate: '2026-10-01',
      ...(storage === undefined ? {} : { resourcePersistencePath: persistencePath(storage) }),
      kvNamespaces: {
        API_KEYS: API_KEYS_NAMESPACE,
        VALUES: '00000000000000000000000000000002',
      },
      r2Buckets: { LARGE_VALUES: 'sealcache-values' },
      durableObjects: { SHARDS: { className: 'TenantShard', useSQLite: true } },
      ratelimits: { RATE_LIMIT: { namespace_id: '1', simple: { limit: rate, period: 10 } } },
      bindings: variables,
      ...(tls === undefined ? {} : { https: true, httpsKey: tls.key, httpsCert: tls.cert }),
      host: '127.0.0.1',
      port,
    }),
  );
  return {
    url: await miniflare.ready,
    apiKeys: await miniflare.getKVNamespace('API_KEYS'),
    values: await miniflare.getKVNamespace('VALUES'),
    largeValues: await miniflare.getR2Bucket('LARGE_VALUES'),
    stop: () => miniflare.dispose(),
  };
}

/** The records of the service that `npm start -- --serve` runs, on this machine's disk. */
import { join, resolve } from 'node:path';
import type { Miniflare } from 'miniflare';
import type { RecordStore } from './api-keys-actions.ts';

/** Where the local service keeps everything, unless told otherwise; below the current folder. */
export const DEFAULT_STORAGE = join('build', 'service');

/** As in wrangler.toml: miniflare files a namespace under its id. */
export const API_KEYS_NAMESPACE = '00000000000000000000000000000001';

/** Where miniflare, and so `wrangler --persist-to`, keeps what is in such a folder. */
export function persistencePath(storage: string): string {
  return join(resolve(storage), 'v3');
}

/** Opens the records in a folder; also while the service runs on it. */
export async function openLocalRecords(
  storage: string,
): Promise<{ readonly store: RecordStore; close(): Promise<void> }> {
  // Only who works on a local service has it installed.
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare');
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      compatibilityDate: '2026-10-01',
      host: '127.0.0.1',
      port: 0,
      resourcePersistencePath: persistencePath(storage),
      kvNamespaces: { API_KEYS: API_KEYS_NAMESPACE },
    }),
  );
  const store = recordStore(await miniflare.getKVNamespace('API_KEYS'));
  return { store, close: () => miniflare.dispose() };
}

/** The records in a namespace as miniflare gives it. */
export function recordStore(
  namespace: Awaited<ReturnType<Miniflare['getKVNamespace']>>,
): RecordStore {
  return {
    get: (name, type) => namespace.get(name, type),
    put: (name, text) => namespace.put(name, text),
    delete: (name) => namespace.delete(name),
    list: async (options) => {
      const page = await namespace.list(options);
      return page.list_complete ? { keys: page.keys } : { keys: page.keys, cursor: page.cursor };
    },
  };
}

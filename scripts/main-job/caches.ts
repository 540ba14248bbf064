import { join } from 'node:path';
import { type Cache, createCache, file, WorkersKVBackend } from '../../js/node.ts';
import type { LocalWorker } from './local-worker.ts';

const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;

/** The Node side of the job: one cache over files, one over the Worker's own KV store. */
export interface NodeCaches {
  readonly files: Cache;
  readonly kv: Cache;
}

export function openCaches(
  folder: string,
  worker: LocalWorker,
  masterKey: string,
  tenantId: string,
): NodeCaches {
  const shared = {
    encryption: { masterKey, tenantId },
    serializer: {
      maxEncodedSize: MAX_DOCUMENT_BYTES,
      maxDecodedSize: MAX_DOCUMENT_BYTES,
      maxCollectionSize: 1_000_000,
    },
  };
  return {
    files: createCache({ ...shared, backend: file({ cacheDir: join(folder, tenantId) }) }),
    kv: createCache({ ...shared, backend: new WorkersKVBackend(worker.kv) }),
  };
}

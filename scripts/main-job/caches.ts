import { type Backend, type Cache, createCache, MemoryBackend } from '../../js/node.ts';

const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;

/** The Node side of the job: a cache over files, one over the Worker's KV, one to time. */
export interface NodeCaches {
  readonly files: Cache;
  readonly kv: Cache;
  readonly memory: Cache;
}

export function openCaches(
  stores: { readonly file: Backend; readonly kv: Backend },
  masterKey: string,
  tenantId: string,
): NodeCaches {
  // Every read goes to the store, and whoever asks is told why an entry was refused.
  const shared = {
    l1: { enabled: false },
    reliability: { degradation: false },
    encryption: { masterKey, tenantId },
    serializer: {
      maxEncodedSize: MAX_DOCUMENT_BYTES,
      maxDecodedSize: MAX_DOCUMENT_BYTES,
      maxCollectionSize: 1_000_000,
    },
  };
  return {
    files: createCache({ ...shared, backend: stores.file }),
    kv: createCache({ ...shared, backend: stores.kv }),
    memory: createCache({ ...shared, backend: new MemoryBackend() }),
  };
}

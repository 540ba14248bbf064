import type { Cache, CacheOptions } from '../api.ts';
import { ValueCodec } from '../codec/index.ts';
import { resolveTtl } from '../config/ttl.ts';
import type { Core, MaybePromise } from '../core/core.ts';
import { EncryptionManagerBase } from '../core/encryption-manager.ts';
import { BackendCache } from './cache.ts';
import { type CheckedOptions, checkedOptions } from './cache-options.ts';
import type { EntryFormat } from './entry-format.ts';
import { PlainFormat } from './plain-format.ts';
import { SealedFormat } from './sealed-format.ts';

const DEFAULT_TTL_SECONDS = 3600;

/** Builds caches on the core that `loadCore` gives. Each entry of the package makes one of these. */
export function cacheFactory(loadCore: () => MaybePromise<Core>): (options: CacheOptions) => Cache {
  return (given) => {
    const options = checkedOptions(given);
    const { defaultTtl: ttl = DEFAULT_TTL_SECONDS } = options;
    const defaultTtl = resolveTtl(ttl, 'defaultTtl');
    const codec = new ValueCodec(options.serializer);
    const format = formatFor(options, codec.limits.maxDecodedSize, loadCore);
    return new BackendCache({ backend: options.backend, codec, format, defaultTtl });
  };
}

function formatFor(
  options: CheckedOptions,
  maxValueBytes: number,
  loadCore: () => MaybePromise<Core>,
): EntryFormat {
  const compression = options.compression ?? true;
  const encryption = options.encryption;
  if (encryption === undefined) return new PlainFormat(loadCore, compression, maxValueBytes);
  const manager = new EncryptionManagerBase(
    loadCore,
    encryption.masterKey,
    encryption.tenantId,
    encryption.previousMasterKeys,
  );
  const prefix = options.backend.keyPrefix ?? '';
  return new SealedFormat(manager, prefix, compression, maxValueBytes);
}

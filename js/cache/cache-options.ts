import type { CacheOptions, RedisInvalidationConfig } from '../api.ts';
import type { Backend } from '../backends/backend.ts';
import { type BackendOpeners, backendOf } from '../config/backend-config.ts';
import { DEFAULT_TTL_SECONDS } from '../config/constants.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { resolveEntryTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import { type InvalidationTransport, isInvalidationTransport } from '../invalidation/channel.ts';
import { resolveL1 } from '../l1/l1-options.ts';
import { checkedPadding } from './padding.ts';
import { checkedStampede } from './stampede-options.ts';

const CACHE_OPTIONS = [
  'backend',
  'defaultTtl',
  'negativeTtl',
  'ttlJitter',
  'compression',
  'encryption',
  'serializer',
  'l1',
  'reliability',
  'keyFormat',
  'metrics',
  'tracing',
  'invalidation',
  'stampede',
];
const SERIALIZER_OPTIONS = ['maxEncodedSize', 'maxDecodedSize', 'maxCollectionSize', 'maxDepth'];
const ENCRYPTION_OPTIONS = [
  'masterKey',
  'tenantId',
  'previousMasterKeys',
  'onFailure',
  'padding',
  'hideKeys',
];
const MAX_TTL_JITTER = 0.5;

/** Makes what options only describe. */
export interface Openers extends BackendOpeners {
  readonly channel?: (config: RedisInvalidationConfig) => InvalidationTransport;
}

/** `CacheOptions` after the check, defaults filled in. */
export type CheckedOptions = ReturnType<typeof checkedOptions>;

/**
 * The options of `createCache`, checked before anything is opened. Each is read once, so that a getter
 * cannot show one value to the check and another to the cache.
 * @param open makes the stores and channels that are only described
 * @throws {ConfigurationError}
 */
export function checkedOptions(given: CacheOptions, open: Openers = {}) {
  requireOptionsObject(given, 'createCache()');
  requireKnownOptions(given, CACHE_OPTIONS, 'createCache()');
  const {
    backend: givenBackend,
    serializer,
    encryption: givenEncryption,
    l1: givenL1,
    negativeTtl,
  } = given;
  const { defaultTtl = DEFAULT_TTL_SECONDS, ttlJitter = 0, compression } = given;
  const { keyFormat, reliability, invalidation, stampede, metrics, tracing } = given;
  requireFlag(compression, 'compression');
  // The keys of wrapped calls are made later, where a wrong format would surprise.
  if (keyFormat !== undefined && keyFormat !== 'sealcache' && keyFormat !== 'cachekit-ts') {
    throw new ConfigurationError("keyFormat must be 'sealcache' or 'cachekit-ts'");
  }
  if (serializer !== undefined) {
    requireOptionsObject(serializer, 'serializer');
    requireKnownOptions(serializer, SERIALIZER_OPTIONS, 'serializer');
  }
  if (!(typeof ttlJitter === 'number' && ttlJitter >= 0 && ttlJitter <= MAX_TTL_JITTER)) {
    throw new ConfigurationError(`ttlJitter must be a number from 0 to ${MAX_TTL_JITTER}`);
  }
  const encryption = checkedEncryption(givenEncryption);
  const l1 = resolveL1(givenL1);
  if (encryption !== undefined && l1.isolation === 'shared') {
    throw new ConfigurationError(
      "l1.isolation 'shared' would keep plaintext; an encrypted cache keeps ciphertext in L1",
    );
  }
  if (encryption?.hideKeys === true && invalidation !== undefined) {
    throw new ConfigurationError(
      'encryption.hideKeys excludes invalidation, whose events tell keys and namespaces in the clear',
    );
  }
  const backend = backendOf(givenBackend, open);
  const compresses = compression ?? backend.compressionDefault ?? true;
  if (compresses && encryption?.padding !== undefined) {
    throw new ConfigurationError(
      'encryption.padding needs compression: false; the length of compressed text tells of the text',
    );
  }
  return {
    backend,
    keyPrefix: keyPrefixOf(backend),
    defaultTtl: resolveEntryTtl(defaultTtl, 'defaultTtl'),
    negativeTtl:
      negativeTtl === undefined ? undefined : resolveEntryTtl(negativeTtl, 'negativeTtl'),
    ttlJitter,
    compression: compresses,
    encryption,
    onFailure: encryption?.onFailure,
    serializer,
    l1,
    reliability,
    keyFormat,
    metrics,
    tracing,
    transport: checkedTransport(invalidation, open),
    stampede: checkedStampede(stampede, backend),
  };
}

function checkedTransport(given: CacheOptions['invalidation'], { channel }: Openers) {
  if (given === undefined) return undefined;
  requireOptionsObject(given, 'invalidation');
  if ('redis' in given && channel !== undefined) {
    requireKnownOptions(given, ['redis', 'channelName', 'tracking'], 'invalidation');
    return channel(given);
  }
  requireKnownOptions(given, ['transport'], 'invalidation');
  const transport: unknown = Reflect.get(given, 'transport');
  if (isInvalidationTransport(transport)) return transport;
  throw new ConfigurationError('invalidation.transport needs the methods publish and subscribe');
}

/** `null` is refused, not read as "off": encryption is never dropped by accident. */
function checkedEncryption(given: CacheOptions['encryption']) {
  if (given === undefined) return undefined;
  requireOptionsObject(given, 'encryption');
  requireKnownOptions(given, ENCRYPTION_OPTIONS, 'encryption');
  const { masterKey, tenantId, previousMasterKeys, onFailure, padding, hideKeys } = given;
  if (onFailure !== undefined && onFailure !== 'miss' && onFailure !== 'throw') {
    throw new ConfigurationError("encryption.onFailure must be 'miss' or 'throw'");
  }
  requireFlag(hideKeys, 'encryption.hideKeys');
  const checked = { padding: checkedPadding(padding), hideKeys: hideKeys === true };
  return { masterKey, tenantId, previousMasterKeys, onFailure, ...checked };
}

function requireFlag(value: unknown, name: string): void {
  if (value === undefined || typeof value === 'boolean') return;
  throw new ConfigurationError(`${name} must be true or false`);
}

function keyPrefixOf(backend: Backend): string {
  const prefix: unknown = backend.keyPrefix ?? '';
  if (typeof prefix === 'string') return prefix;
  throw new ConfigurationError('the keyPrefix of a backend must be a string');
}

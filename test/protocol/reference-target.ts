/**
 * The slow reference as a conformance target. Passing shows that rows and reference agree before the
 * C++ core joins them. It has no values in auto mode, which are not the core's business.
 */

import type { ConformanceTarget } from '../../js/conformance/target.ts';
import {
  CONTAINER_ENVELOPE,
  CONTAINER_PLAIN,
  type Container,
  type Sealer,
  type SealerKeys,
} from '../../js/core/core.ts';
import { aad } from '../reference/aad.ts';
import { peakAllocationDuring } from '../reference/allocation.ts';
import { blake2bHex } from '../reference/blake2b.ts';
import { checkBounds } from '../reference/bounds.ts';
import { equal } from '../reference/bytes.ts';
import { readCacheFile, writeCacheFile } from '../reference/cache-file.ts';
import { openBytes } from '../reference/cipher.ts';
import { packEnvelope } from '../reference/envelope-pack.ts';
import { unpackEnvelope } from '../reference/envelope-unpack.ts';
import { eventMac } from '../reference/event-mac.ts';
import { fingerprint } from '../reference/fingerprint.ts';
import { freshFor, isStale } from '../reference/freshness.ts';
import { packContainer, unpackContainer } from '../reference/interop-container.ts';
import { interopKey } from '../reference/interop-key.ts';
import { readValue } from '../reference/interop-read.ts';
import { canonicalArguments, canonicalValue } from '../reference/interop-write.ts';
import { deriveKey } from '../reference/key-derivation.ts';
import { keySegment } from '../reference/key-segment.ts';
import { keyringOf } from '../reference/keyring.ts';
import { parseMasterKey } from '../reference/master-key.ts';
import { nonce } from '../reference/nonce.ts';
import { ProtocolError } from '../reference/protocol-error.ts';
import { type ContainerName, open, seal } from '../reference/sealer.ts';

export const referenceTarget: ConformanceTarget = {
  name: 'reference',
  core: {
    createSealer,
    pack: packEnvelope,
    unpack: unpackEnvelope,
    checkDecodeBounds: checkBounds,
    blake2bHex,
    packInterop: packContainer,
    unpackInterop: unpackContainer,
  },
  hooks: {
    aad,
    deriveKey,
    sealWithNonce: (keys, given, value, cacheKey, container) =>
      seal(keys, given, value, cacheKey, nameOf(container)),
    decryptRaw: (master, tenant, boundTo, blob) =>
      openBytes(deriveKey(master, 'encryption', tenant), boundTo, blob),
  },
  errorKind: (error) => (error instanceof ProtocolError ? error.kind : 'unknown'),
  peakAllocationDuring,
  parseMasterKey,
  cacheFile: { write: writeCacheFile, read: readCacheFile },
  service: {
    keySegment,
    freshness: (label, bound) => ({ stale: isStale(label), freshFor: freshFor(bound) }),
  },
  interop: {
    key: interopKey,
    canonicalArguments,
    encode: canonicalValue,
    decode: readValue,
  },
};

function createSealer(keys: SealerKeys): Sealer {
  const entries = keyringOf(keys.current, keys.previous, keys.tenantId).length;
  const opensByKey = new Array<number>(entries).fill(0);
  let used = 0;
  return {
    fingerprint: fingerprint(keys.current, keys.tenantId),
    keyringEntryCount: entries,
    opensByKey,
    get nonceCounter() {
      return used;
    },
    seal(value, cacheKey, container) {
      const blob = seal(keys, nonce(0n, BigInt(used)), value, cacheKey, nameOf(container));
      used += 1;
      return blob;
    },
    open(blob, cacheKey, container, maxValueBytes) {
      const { index, value } = open(keys, blob, cacheKey, nameOf(container), maxValueBytes);
      opensByKey[index] = (opensByKey[index] ?? 0) + 1;
      return value;
    },
    authenticate: (message) => eventMac(keys.current, keys.tenantId, message),
    verify: (message, mac) =>
      [keys.current, ...keys.previous].some((master) =>
        equal(eventMac(master, keys.tenantId, message), mac),
      ),
    // Nothing to wipe: the reference keeps no derived key.
    dispose: () => undefined,
  };
}

function nameOf(container: Container): ContainerName {
  if (container === CONTAINER_PLAIN) return 'plain';
  return container === CONTAINER_ENVELOPE ? 'envelope' : 'packed';
}

/** A row that cannot fail proves nothing: each fault put into the reference must be caught. */
import { describe, expect, test } from 'vitest';
import { type Row, runRow } from '../../js/conformance/row.ts';
import type {
  CacheFileFormat,
  ConformanceTarget,
  ProtocolCore,
  ServiceClient,
  TestHooks,
} from '../../js/conformance/target.ts';
import { allocate } from '../reference/allocation.ts';
import { unpackEnvelope } from '../reference/envelope-unpack.ts';
import { loadVectors } from './node-vectors.ts';
import { referenceTarget } from './reference-target.ts';

const { core, hooks } = referenceTarget;
const { rows } = loadVectors();
const service: ServiceClient = requireService();
const cacheFile: CacheFileFormat = requireCacheFile();

interface Fault {
  readonly fault: string;
  /** Files of which at least one row must fail; those of CacheKit only where they are at hand. */
  readonly files: readonly string[];
  readonly target: ConformanceTarget;
}

const faults: readonly Fault[] = [
  {
    fault: 'the AAD of another tenant',
    files: ['aad.json', 'encryption.json'],
    target: withHooks({ aad: (_tenant, key, compressed) => hooks.aad('other', key, compressed) }),
  },
  {
    fault: 'the flag is ignored',
    files: ['aad.json', 'encryption.json'],
    target: withHooks({ aad: (tenant, key) => hooks.aad(tenant, key, false) }),
  },
  {
    fault: 'one domain for all subkeys',
    files: ['key-derivation.json'],
    target: withHooks({
      deriveKey: (master, _domain, tenant) => hooks.deriveKey(master, 'encryption', tenant),
    }),
  },
  {
    fault: 'the nonce is not the one given',
    files: ['sealed-blobs.json'],
    target: withHooks({
      sealWithNonce: (keys, nonce, ...rest) =>
        hooks.sealWithNonce(keys, nonce.slice().reverse(), ...rest),
    }),
  },
  {
    fault: 'previous keys are not tried',
    files: ['keyrings.json', 'encryption.json'],
    target: withCore({
      createSealer: (keys) => core.createSealer({ ...keys, previous: [] }),
    }),
  },
  {
    fault: 'every envelope is accepted',
    files: [
      'envelope-refusals.json',
      'wire-format.json',
      'decode-bounds.json',
      'python-frame.json',
    ],
    target: withCore({ unpack: (envelope) => envelope }),
  },
  {
    fault: 'the limit of the caller is ignored',
    files: ['envelope-refusals.json'],
    target: withCore({ unpack: (envelope) => core.unpack(envelope, 536_870_912) }),
  },
  {
    fault: 'the output is allocated before the checks',
    files: ['envelope-refusals.json', 'wire-format.json'],
    target: withCore({
      unpack: (envelope, limit) => {
        allocate(536_870_913);
        return core.unpack(envelope, limit);
      },
    }),
  },
  {
    fault: 'the probe sees nothing',
    files: ['envelope-refusals.json', 'wire-format.json'],
    target: {
      ...referenceTarget,
      peakAllocationDuring: (run) => {
        run();
        return 0;
      },
    },
  },
  {
    fault: 'the pre-scan accepts everything',
    files: ['bounds.json', 'decode-bounds.json', 'python-frame.json', 'encryption.json'],
    target: withCore({ checkDecodeBounds: () => undefined }),
  },
  {
    fault: 'depth is not bounded',
    files: ['bounds.json'],
    target: withCore({ checkDecodeBounds: (document) => core.checkDecodeBounds(document, 1024) }),
  },
  {
    fault: 'the writer declares a longer value',
    files: ['envelopes.json', 'wire-format.json'],
    target: withCore({
      pack: (value) => core.pack(Uint8Array.of(...value.subarray(0, 1000), 0)),
    }),
  },
  {
    fault: 'a short digest is a prefix of the long one',
    files: ['blake2b.json', 'cache-files.json', 'file-backend.json'],
    target: withCore({
      blake2bHex: (data, size) => core.blake2bHex(data, 32).slice(0, 2 * size),
    }),
  },
  {
    fault: 'a file is given whatever its header says',
    files: ['cache-files.json', 'file-backend.json', 'file-backend.supplement.json'],
    target: withCacheFile({
      read: (file) => ({ action: 'return_payload', payload: file.subarray(14) }),
    }),
  },
  {
    fault: 'no file ever expires',
    files: ['cache-files.json', 'file-backend.json'],
    target: withCacheFile({ write: (payload) => cacheFile.write(payload, 0) }),
  },
  {
    fault: 'the checksum is never compared',
    files: ['xxh3.json', 'envelope-refusals.json', 'wire-format.json'],
    target: withCore({ unpack: withoutChecksum }),
  },
  {
    fault: 'hex is read as leniently as Buffer.from reads it',
    files: ['master-keys.json', 'encryption.json'],
    target: {
      ...referenceTarget,
      parseMasterKey: (text) => new Uint8Array(Buffer.from(text, 'hex').subarray(0, 32)),
    },
  },
  {
    fault: 'keys are encoded as in a query',
    files: ['service.json', 'path-encoding.json'],
    target: withService({
      keySegment: (key) => new URLSearchParams({ k: key }).toString().slice(2),
    }),
  },
  {
    fault: 'keys are not refused',
    files: ['service.json', 'path-encoding.json'],
    target: withService({ keySegment: (key) => encodeURIComponent(key) }),
  },
  {
    fault: 'labels are read in any case',
    files: ['service.json', 'freshness-headers.json'],
    target: withService({
      freshness: (label, bound) => service.freshness(label?.toLowerCase() ?? null, bound),
    }),
  },
  {
    fault: 'bounds are read as JavaScript reads numbers',
    files: ['service.json', 'freshness-headers.json'],
    target: withService({
      freshness: (_, bound) => ({ stale: false, freshFor: bound === null ? null : Number(bound) }),
    }),
  },
  {
    fault: 'unknown errors',
    files: ['sealed-refusals.json', 'envelope-refusals.json', 'bounds.json', 'keyrings.json'],
    target: { ...referenceTarget, errorKind: () => 'unknown' },
  },
];

describe.each(faults)('$fault', ({ files, target }) => {
  const atHand = files.filter((file) => rows.some((row) => row.file === file));
  test.each(atHand)('is caught by %s', async (file) => {
    const quick = rows.filter((row) => row.file === file && isQuick(row));
    expect(await firstFailure(quick, target)).not.toBeNull();
  });
});

async function firstFailure(some: readonly Row[], target: ConformanceTarget): Promise<Row | null> {
  for (const row of some) {
    const { state } = await runRow(row, target);
    if (state === 'failed') return row;
  }
  return null;
}

/** Left out: seconds of BigInt arithmetic that catch no further fault here. */
function isQuick(row: Row): boolean {
  return row.name !== 'envelope_ratio_product_wraps_32_bits';
}

function withCore(part: Partial<ProtocolCore>): ConformanceTarget {
  return { ...referenceTarget, core: { ...core, ...part } };
}

function withHooks(part: Partial<TestHooks>): ConformanceTarget {
  return { ...referenceTarget, hooks: { ...hooks, ...part } };
}

function withService(part: Partial<ServiceClient>): ConformanceTarget {
  return { ...referenceTarget, service: { ...service, ...part } };
}

function withCacheFile(part: Partial<CacheFileFormat>): ConformanceTarget {
  return { ...referenceTarget, cacheFile: { ...cacheFile, ...part } };
}

function requireCacheFile(): CacheFileFormat {
  if (referenceTarget.cacheFile === undefined) throw new TypeError('the reference has no files');
  return referenceTarget.cacheFile;
}

function requireService(): ServiceClient {
  if (referenceTarget.service === undefined) throw new TypeError('the reference has no service');
  return referenceTarget.service;
}

function withoutChecksum(envelope: Uint8Array, limit: number): Uint8Array {
  try {
    return unpackEnvelope(envelope, limit);
  } catch (error) {
    if (referenceTarget.errorKind(error) === 'kChecksumMismatch') return new Uint8Array(0);
    throw error;
  }
}

/**
 * What a subject of the conformance rows must offer. To plug in a target (native, wasm in Node, wasm
 * in workerd):
 *
 *   1. Implement `ConformanceTarget`: the public `Core` of the target, plus `TestHooks`, which only a
 *      test-only build of the core can give (SEALCACHE_TEST_HOOKS). Spread `product` (product.ts) for
 *      the members that do not depend on the core. `shippedTarget` (shipped.ts) does without hooks:
 *      `npx sealcache conformance` runs it.
 *   2. In a test file for vitest, `conformanceSuite(target, vectors)` (test/protocol) makes one test
 *      per row and prints the report. In Node `vectors` comes from `loadVectors()` beside it. In
 *      workerd the texts are injected as data (`vectorTexts()` in the test
 *      configuration) and `vectors` is made by `rowsOf(fileName, JSON.parse(text))` (rows.ts): rows,
 *      checks and this file import nothing of Node and nothing of a test framework.
 *   3. Anything else: `runRow(row, target)` (row.ts) and `Report` (report.ts).
 *
 * A capability that a target leaves out makes the rows that need it `notApplicable`, visibly in the
 * report: never silently passed. `test/protocol/reference-target.ts` is the model to copy.
 *
 * Hooks and core methods fail by throwing (or rejecting with) an error of which `errorKind` gives the
 * enumerator of shared/error.h.
 */
import type { Container, Core, MaybePromise, SealerKeys } from '../core/core.ts';
import type { Item } from './interop-model.ts';

/** The part of `Core` that the protocol decides. */
export type ProtocolCore = Pick<
  Core,
  | 'createSealer'
  | 'pack'
  | 'unpack'
  | 'checkDecodeBounds'
  | 'blake2bHex'
  | 'packInterop'
  | 'unpackInterop'
>;

/** Steps of the protocol that no public method shows alone. */
export interface TestHooks {
  /** AAD v0x03 of four components; format is always msgpack. Kind on refusal: kAadTooLarge. */
  aad(tenant: string, cacheKey: string, compressed: boolean): Uint8Array;

  /** One HKDF subkey. Kinds: kInvalidKeyLength, kInvalidTenant, kInvalidDomain. */
  deriveKey(master: Uint8Array, domain: string, tenant: string): Uint8Array;

  /** What `createSealer(keys).seal(value, cacheKey, container)` gives if the next nonce is `nonce`. */
  sealWithNonce(
    keys: SealerKeys,
    nonce: Uint8Array,
    value: Uint8Array,
    cacheKey: string,
    container: Container,
  ): MaybePromise<Uint8Array>;

  /**
   * AES-256-GCM alone: the encryption subkey of `master` and `tenant`, the AAD as given, the
   * plaintext of nonce ‖ ciphertext ‖ tag. Kinds: kAuthenticationFailed, kBlobTooShort.
   */
  decryptRaw(
    master: Uint8Array,
    tenant: string,
    aad: Uint8Array,
    blob: Uint8Array,
  ): MaybePromise<Uint8Array>;
}

/** A temporal value as the sentinel maps spell it (PROTOCOL §2). */
export interface Temporal {
  readonly type: 'datetime' | 'date' | 'time';
  /** ISO 8601. A datetime may name the same instant in another spelling. */
  readonly iso: string;
}

/** What reading a File-backend file means (PROTOCOL §11). */
export type CacheFileReading =
  | { readonly action: 'return_payload'; readonly payload: Uint8Array }
  | { readonly action: 'miss_expired' | 'miss_preserve' | 'miss_corrupt' };

/**
 * The kind of a refusal by the value codec's own guard of PROTOCOL §8, where that is not the core's
 * and so has no enumerator. Good for the rows of `decodeValue` only.
 */
export const decodePreScan = 'decodePreScan';

/** The File backend's file format, where a target has one. */
export interface CacheFileFormat {
  /** Header ‖ payload. `expirySeconds` is unix time, 0 for never. */
  write(payload: Uint8Array, expirySeconds: number): Uint8Array;
  read(file: Uint8Array, nowSeconds: number): CacheFileReading;
}

/** A client of the cache service, where a target has one (PROTOCOL §10). */
export interface ServiceClient {
  /** A key as the path segment of its URL. Any throw is a refusal. */
  keySegment(key: string): string;
  /** Of the headers X-CacheKit-Freshness and X-CacheKit-Fresh-For, each `null` where it is absent. */
  freshness(
    label: string | null,
    bound: string | null,
  ): { readonly stale: boolean; readonly freshFor: number | null };
}

/** Interop mode, where a target has it (PROTOCOL §7). Any throw is a refusal. */
export interface InteropSide {
  key(namespace: string, operation: string, args: readonly Item[]): MaybePromise<string>;
  /** What the key is a digest of. */
  canonicalArguments(args: readonly Item[]): Uint8Array;
  encode(value: Item): Uint8Array;
  /** Temporal values as `instant`, or as the maps they are on the wire. */
  decode(document: Uint8Array): Item;
}

export interface ConformanceTarget {
  /** Column of the report: 'reference', 'native', 'wasm', 'wasm in workerd'. */
  readonly name: string;
  readonly core: ProtocolCore;
  readonly hooks: TestHooks;

  /**
   * The C++ enumerator behind an error, e.g. 'kChecksumMismatch'; `decodePreScan` for the guard of a
   * value codec that has no enumerators; 'unknown' for anything else.
   */
  errorKind(error: unknown): string;

  /**
   * Runs `run` and tells the most bytes that were allocated for it at one moment: exact, not a
   * sample of the process' memory. Everything that grows with the input or its claims counts. It
   * starts without kept work areas (release them, or take a fresh instance of the core): an output
   * that fits into one would go unseen, and the positive control of the rows fails then.
   */
  peakAllocationDuring?(run: () => void): MaybePromise<number>;

  /** Decodes the MessagePack of a value in auto mode, behind the bounds of PROTOCOL §8. */
  decodeValue?(payload: Uint8Array): unknown;

  /** What `decodeValue` made of a sentinel map; `null` for a value that is not temporal. */
  describeTemporal?(value: unknown): Temporal | null;

  /** The hex entry for master keys (PROTOCOL §6.7). Any throw is a refusal. */
  parseMasterKey?(hex: string): Uint8Array;

  readonly cacheFile?: CacheFileFormat;

  readonly service?: ServiceClient;

  readonly interop?: InteropSide;
}

/** Members that a target may leave out. */
export type Capability =
  | 'peakAllocationDuring'
  | 'decodeValue'
  | 'describeTemporal'
  | 'parseMasterKey'
  | 'cacheFile'
  | 'service'
  | 'interop';

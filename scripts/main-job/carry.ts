import { isDeepStrictEqual } from 'node:util';
import { type Backend, type Cache, CachekitError } from '../../js/node.ts';
import type { NodeCaches } from './caches.ts';
import { type Document, InputError } from './documents.ts';
import type { IndependentCheck } from './independent.ts';
import type { LocalWorker } from './local-worker.ts';

/** What happened to one document on its way between Node and the Worker. */
export interface Carried {
  readonly key: string;
  readonly plainBytes: number;
  readonly storedBytes: number;
  readonly firstBytes: string;
  readonly workerOpenedNodes: boolean;
  readonly nodeOpenedWorkers: boolean;
  readonly aadEqual: boolean;
  readonly ciphertextEqual: boolean;
  readonly setMicroseconds: number;
  readonly getMicroseconds: number;
}

export interface Route {
  readonly caches: NodeCaches;
  /** The raw stores behind the caches: what an operator of the store can see. */
  readonly fileStore: Backend;
  readonly kvStore: Backend;
  readonly worker: LocalWorker;
  readonly check: IndependentCheck;
}

/** Seals a document in Node and in the Worker, opens each on the other side, compares the bytes. */
export async function carry(document: Document, route: Route): Promise<Carried> {
  const { key, value } = document;
  await store(route.caches.files, document);
  const onDisk = await stored(route.fileStore, key);

  await route.caches.kv.set(key, value);
  const byNode = await stored(route.kvStore, key);
  const workerOpenedNodes = await workerHolds(route.worker, document);

  await accepted(route.worker.call('PUT', key, value));
  const byWorker = await stored(route.kvStore, key);
  const nodeOpenedWorkers = isDeepStrictEqual(await route.caches.kv.get(key), value);

  const blobs = [onDisk, byNode, byWorker];
  const plaintexts = blobs.map((blob) => route.check.open(blob, key));
  return {
    key,
    plainBytes: Buffer.byteLength(JSON.stringify(value)),
    storedBytes: onDisk.length,
    firstBytes: Buffer.from(onDisk.subarray(0, 16)).toString('hex'),
    workerOpenedNodes,
    nodeOpenedWorkers,
    aadEqual: plaintexts.every((plaintext) => plaintext !== null),
    ciphertextEqual: blobs.every((blob, i) =>
      sameAsNodeCrypto(blob, plaintexts[i], key, route.check),
    ),
    ...(await time(route.caches.memory, document)),
  };
}

/** Keeps a document that no cache takes from looking like a fault of the cache. */
async function store(cache: Cache, { key, value }: Document): Promise<void> {
  try {
    await cache.set(key, value);
  } catch (error) {
    if (!(error instanceof CachekitError) || error.code === 'ERR_BACKEND') throw error;
    throw new InputError(`${key} cannot be stored: ${error.message}`, { cause: error });
  }
}

function sameAsNodeCrypto(
  blob: Uint8Array,
  plaintext: Uint8Array | null | undefined,
  key: string,
  check: IndependentCheck,
): boolean {
  if (plaintext === null || plaintext === undefined) return false;
  return isDeepStrictEqual(check.seal(plaintext, blob.subarray(0, 12), key), blob);
}

async function workerHolds(worker: LocalWorker, document: Document): Promise<boolean> {
  const response = await worker.call('GET', document.key);
  if (response.status !== 200) return false;
  return isDeepStrictEqual(await response.json(), document.value);
}

async function accepted(pending: Promise<Response>): Promise<void> {
  const response = await pending;
  if (!response.ok)
    throw new Error(`the Worker answered ${response.status}: ${await response.text()}`);
}

/** The bytes as the store holds them; throws where there are none. */
export async function stored(store: Backend, key: string): Promise<Uint8Array> {
  const bytes = await store.get(key);
  if (bytes === null) throw new Error(`the store holds nothing under ${key}`);
  return bytes;
}

/** Mean time of an encrypted set and get over an in-memory store, in microseconds. */
async function time(
  cache: Cache,
  document: Document,
): Promise<{ setMicroseconds: number; getMicroseconds: number }> {
  return {
    setMicroseconds: await mean(() => cache.set(document.key, document.value)),
    getMicroseconds: await mean(() => cache.get(document.key)),
  };
}

async function mean(operation: () => Promise<unknown>): Promise<number> {
  const warmUpMs = 10;
  const measureMs = 20;
  await repeatFor(operation, warmUpMs);
  return await repeatFor(operation, measureMs);
}

async function repeatFor(operation: () => Promise<unknown>, ms: number): Promise<number> {
  const start = performance.now();
  let rounds = 0;
  let elapsed = 0;
  do {
    await operation();
    rounds++;
    elapsed = performance.now() - start;
  } while (elapsed < ms);
  return (elapsed / rounds) * 1000;
}

import { generateKey } from '../../config/generate-key.ts';
import { CONTAINER_PLAIN } from '../../core/core.ts';
import { createCache, EncryptionManager, MemoryBackend } from '../../node.ts';
import { measure } from './measure.ts';
import { openWithNode, sealWithNode } from './node-crypto.ts';

/** Microseconds of one operation. */
export interface Times {
  readonly bytes: number;
  readonly seal: number;
  readonly nodeSeal: number;
  readonly open: number;
  readonly nodeOpen: number;
  readonly set: number;
  readonly get: number;
}

const KEY = 'bench:key';

/**
 * Seals and opens so many bytes by the core and by node:crypto, and sets and gets a text of as many
 * in an encrypted cache in memory, without L1.
 * @param milliseconds for each of the six
 */
export async function timesOf(bytes: number, milliseconds: number): Promise<Times> {
  return {
    bytes,
    ...(await cipherTimes(bytes, milliseconds)),
    ...(await cacheTimes(bytes, milliseconds)),
  };
}

async function cipherTimes(bytes: number, milliseconds: number) {
  const value = crypto.getRandomValues(new Uint8Array(bytes));
  const key = crypto.getRandomValues(new Uint8Array(32));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  // As long as the AAD of the entry beside it.
  const aad = new Uint8Array(60);
  const manager = new EncryptionManager(generateKey());
  try {
    await manager.prepare();
    const sealed = await manager.sealNow(value, KEY, CONTAINER_PLAIN);
    const sealedByNode = sealWithNode(key, nonce, aad, value);
    return {
      seal: await measure(() => manager.sealNow(value, KEY, CONTAINER_PLAIN), milliseconds),
      nodeSeal: await measure(() => sealWithNode(key, nonce, aad, value), milliseconds),
      open: await measure(
        () => manager.openNow(sealed, KEY, CONTAINER_PLAIN, value.length),
        milliseconds,
      ),
      nodeOpen: await measure(() => openWithNode(key, aad, sealedByNode), milliseconds),
    };
  } finally {
    manager.dispose();
  }
}

async function cacheTimes(bytes: number, milliseconds: number) {
  const cache = createCache({
    backend: new MemoryBackend(),
    encryption: { masterKey: generateKey() },
    l1: { enabled: false },
  });
  try {
    const text = 'The answer to everything is 42. '.repeat(Math.ceil(bytes / 32)).slice(0, bytes);
    await cache.set(KEY, text);
    return {
      set: await measure(() => cache.set(KEY, text), milliseconds),
      get: await measure(() => cache.get(KEY), milliseconds),
    };
  } finally {
    await cache.close();
  }
}

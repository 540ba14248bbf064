import { plainBytes } from './bytes.ts';
import type { SealerKeys } from './core.ts';
import { coreError, ERROR_INVALID_KEY_LENGTH, ERROR_OUT_OF_MEMORY } from './core-error.ts';
import { checked, type WasmMemory } from './wasm-memory.ts';
import type { WasmSealerObject } from './wasm-module.ts';
import { type GcmUsage, type WebCrypto, webCryptoError } from './webcrypto.ts';

const KEY_BYTES = 32;

/** A sealer of C++ and the keys it derived, which only WebCrypto still has. Current key first. */
export interface DerivedKeys {
  readonly object: WasmSealerObject;
  readonly keys: readonly CryptoKey[];
}

/**
 * Derives in C++ and gives each encryption key to WebCrypto as non-extractable. The master keys have
 * left linear memory when the call returns, and so have the derived ones: WebCrypto copied them.
 */
export async function deriveKeys(
  memory: WasmMemory,
  webCrypto: WebCrypto,
  source: SealerKeys,
): Promise<DerivedKeys> {
  const object = memory.module.SealerObject.create();
  if (object === null) throw coreError(ERROR_OUT_OF_MEMORY);
  try {
    const imports = startImports(memory, webCrypto, source, object);
    return { object, keys: await imports };
  } catch (error) {
    object.dispose();
    object.delete();
    throw error;
  }
}

function startImports(
  memory: WasmMemory,
  webCrypto: WebCrypto,
  source: SealerKeys,
  object: WasmSealerObject,
): Promise<CryptoKey[]> {
  const masters = [source.current, ...source.previous].map((master) =>
    plainBytes(master, 'a master key'),
  );
  for (const master of masters) {
    if (master.length !== KEY_BYTES) throw coreError(ERROR_INVALID_KEY_LENGTH);
  }
  try {
    const tenantSize = memory.write(masters, source.tenantId);
    checked(object.derive(source.previous.length, tenantSize));
    const keys = masters.map((_, index) =>
      memory.view(checked(object.encryptionKey(index)), KEY_BYTES),
    );
    return Promise.all(keys.map((key, index) => importKey(webCrypto, key, index === 0)));
  } finally {
    object.releaseKeys();
    memory.close();
  }
}

/** An async function, so that a WebCrypto that throws rejects here like one that rejects. */
async function importKey(
  webCrypto: WebCrypto,
  key: Uint8Array<ArrayBuffer>,
  seals: boolean,
): Promise<CryptoKey> {
  try {
    const usages: GcmUsage[] = seals ? ['encrypt', 'decrypt'] : ['decrypt'];
    return await webCrypto.importKey('raw', key, 'AES-GCM', false, usages);
  } catch (error) {
    throw webCryptoError('derived key', error);
  }
}

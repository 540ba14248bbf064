import { requireBytes } from './bytes.ts';
import type { Core, Sealer, SealerKeys } from './core.ts';
import { deriveKeys } from './wasm-keys.ts';
import { checked, WasmMemory } from './wasm-memory.ts';
import type { WasmModule } from './wasm-module.ts';
import { WasmSealer } from './wasm-sealer.ts';
import { platformWebCrypto, type WebCrypto } from './webcrypto.ts';

/**
 * The core as WebAssembly, where AES-256-GCM is WebCrypto's: sealing gives promises, all else gives
 * values. Runs wherever WebCrypto is: Workers, browsers, Node.
 */
export class WasmCore implements Core {
  readonly kind = 'wasm' as const;
  readonly hardwareAccelerated = null;
  readonly #memory: WasmMemory;
  readonly #webCrypto: WebCrypto;

  constructor(module: WasmModule, webCrypto: WebCrypto = platformWebCrypto()) {
    this.#memory = new WasmMemory(module);
    this.#webCrypto = webCrypto;
  }

  async createSealer(keys: SealerKeys): Promise<Sealer> {
    const derived = await deriveKeys(this.#memory, this.#webCrypto, keys);
    return new WasmSealer(this.#memory, this.#webCrypto, derived);
  }

  pack(value: Uint8Array): Uint8Array {
    return this.#with(value, 'value', ({ module }) =>
      this.#memory.copyPublished(module.pack(value.length)),
    );
  }

  unpack(envelope: Uint8Array, maxValueBytes: number): Uint8Array {
    return this.#with(envelope, 'envelope', ({ module }) =>
      this.#memory.copyPublished(module.unpack(envelope.length, maxValueBytes)),
    );
  }

  checkDecodeBounds(document: Uint8Array, depthLimit: number): void {
    this.#with(document, 'document', ({ module }) =>
      checked(module.checkBounds(document.length, depthLimit)),
    );
  }

  blake2bHex(data: Uint8Array, digestBytes: 16 | 32): string {
    return this.#with(data, 'data', ({ module }) =>
      this.#memory.textPublished(module.blake2bHex(data.length, digestBytes)),
    );
  }

  /** Calls with the bytes in the window, which is wiped on every way out. */
  #with<T>(bytes: Uint8Array, name: string, call: (memory: WasmMemory) => T): T {
    requireBytes(bytes, name);
    try {
      this.#memory.write([bytes]);
      return call(this.#memory);
    } finally {
      this.#memory.close();
    }
  }
}

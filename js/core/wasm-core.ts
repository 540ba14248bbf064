import { plainBytes } from './bytes.ts';
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
    return this.#with(value, 'value', (module, size) =>
      this.#memory.copyPublished(module.pack(size)),
    );
  }

  unpack(envelope: Uint8Array, maxValueBytes: number): Uint8Array {
    return this.#with(envelope, 'envelope', (module, size) =>
      this.#memory.copyPublished(module.unpack(size, maxValueBytes)),
    );
  }

  checkDecodeBounds(document: Uint8Array, depthLimit: number): void {
    this.#with(document, 'document', (module, size) =>
      checked(module.checkBounds(size, depthLimit)),
    );
  }

  blake2bHex(data: Uint8Array, digestBytes: 16 | 32): string {
    return this.#with(data, 'data', (module, size) =>
      this.#memory.textPublished(module.blake2bHex(size, digestBytes)),
    );
  }

  interopKey(namespace: string, operation: string, stream: Uint8Array): string {
    const names = `${namespace}:${operation}`;
    return this.#with(
      stream,
      'stream',
      (module, size, textSize) => this.#memory.textPublished(module.interopKey(size, textSize)),
      names,
    );
  }

  packInterop(value: Uint8Array, compress: boolean): Uint8Array {
    return this.#with(value, 'value', (module, size) =>
      this.#memory.copyPublished(module.packInterop(size, compress)),
    );
  }

  unpackInterop(container: Uint8Array, maxValueBytes: number): Uint8Array {
    return this.#with(container, 'container', (module, size) =>
      this.#memory.copyPublished(module.unpackInterop(size, maxValueBytes)),
    );
  }

  /** Calls with the bytes, and a text behind them, in the window, which is wiped on every way out. */
  #with<T>(
    bytes: Uint8Array,
    name: string,
    call: (module: WasmModule, size: number, textSize: number) => T,
    text = '',
  ): T {
    const plain = plainBytes(bytes, name);
    try {
      const textSize = this.#memory.write([plain], text);
      return call(this.#memory.module, plain.length, textSize);
    } finally {
      this.#memory.close();
    }
  }
}

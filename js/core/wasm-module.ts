import { ConfigurationError } from '../errors.ts';

/**
 * The exports of the compiled module: the other side of wasm/bindings.cc. A call gives a number that is
 * not negative, or the negative number of an error of the core. Bytes travel through linear memory.
 */
export interface WasmModule {
  /** Linear memory. Replaced when it grows: read the property anew after every call. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly HEAPU32: Uint32Array<ArrayBuffer>;

  /** Address of the further results of a call: four 32-bit numbers. */
  resultsAddress(): number;
  /** Address of `size` bytes for the input of the next call. */
  openWindow(size: number): number;
  /** Wipes input and output. */
  closeWindows(): void;

  pack(size: number): number;
  unpack(size: number, maxValueBytes: number): number;
  checkBounds(size: number, depthLimit: number): number;
  blake2bHex(size: number, digestBytes: number): number;
  interopKey(argumentsSize: number, namesSize: number): number;
  packInterop(size: number, compress: boolean): number;
  unpackInterop(size: number, maxValueBytes: number): number;
  /** Versions of libsodium and Emscripten inside, for diagnosis only. */
  buildVersions?(): number;

  readonly SealerObject: { create(): WasmSealerObject | null };
}

/** One C++ object; see wasm/sealer_object.h. */
export interface WasmSealerObject {
  derive(previous: number, tenantSize: number): number;
  encryptionKey(index: number): number;
  releaseKeys(): void;
  reserve(valueSize: number, keySize: number, container: number): number;
  reserveAad(valueSize: number, keySize: number, container: number): number;
  beginOpen(blobSize: number, keySize: number, container: number, maxValueBytes: number): number;
  finishOpen(plaintextSize: number, container: number, maxValueBytes: number): number;
  authenticate(messageSize: number): number;
  verify(messageSize: number, macSize: number): number;
  wipe(): void;
  dispose(): void;
  fingerprint(): number;
  nonceCounter(): number;
  /** Frees the object. */
  delete(): void;
}

const FUNCTIONS = [
  'resultsAddress',
  'openWindow',
  'closeWindows',
  'pack',
  'unpack',
  'checkBounds',
  'blake2bHex',
  'interopKey',
  'packInterop',
  'unpackInterop',
  'SealerObject',
];

/** Whether the generated glue, which has no types, gave the module this code was written for. */
function isWasmModule(value: unknown): value is WasmModule {
  if (typeof value !== 'object' || value === null) return false;
  const exported = new Map<string, unknown>(Object.entries(value));
  return (
    exported.get('HEAPU8') instanceof Uint8Array &&
    exported.get('HEAPU32') instanceof Uint32Array &&
    FUNCTIONS.every((name) => typeof exported.get(name) === 'function')
  );
}

interface ModuleOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

/** Default export of the generated glue. */
export type CreateModule = (options: ModuleOptions) => Promise<unknown>;

/**
 * Makes an instance of the compiled module. Not at a Worker's global scope, where randomness is refused.
 * @throws {ConfigurationError} when the module is of another build
 */
export async function instantiate(
  createModule: CreateModule,
  compiled: WebAssembly.Module,
): Promise<WasmModule> {
  const module = await createModule({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
  });
  if (isWasmModule(module)) return module;
  throw new ConfigurationError('the WebAssembly core is of another version; build it again');
}

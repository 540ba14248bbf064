import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../errors.ts';
import type { Core } from './core.ts';
import { WasmCore } from './wasm-core.ts';
import { type CreateModule, instantiate, type WasmModule } from './wasm-module.ts';

/** Where the module lies, as seen from this file. */
const FOLDER = '../../build/wasm/';

/** The WebAssembly core in Node. */
export async function loadWasmCore(): Promise<Core> {
  return new WasmCore(await loadWasmModule('sealcache'));
}

/** An instance of its own, of the build of that name. */
export async function loadWasmModule(name: 'sealcache' | 'sealcache-hooks'): Promise<WasmModule> {
  const compiled = await compile(new URL(`${FOLDER}${name}.wasm`, import.meta.url));
  const glue: unknown = await import(new URL(`${FOLDER}${name}.mjs`, import.meta.url).href);
  if (!hasDefaultFunction(glue)) {
    throw new ConfigurationError('the WebAssembly core does not load; build it again');
  }
  return instantiate(glue.default, compiled);
}

async function compile(file: URL): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await readFile(file));
  } catch (error) {
    throw new ConfigurationError('the WebAssembly core is missing or damaged; build it again', {
      cause: error,
    });
  }
}

function hasDefaultFunction(glue: unknown): glue is { default: CreateModule } {
  return (
    typeof glue === 'object' &&
    glue !== null &&
    'default' in glue &&
    typeof glue.default === 'function'
  );
}

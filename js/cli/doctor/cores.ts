import { markAsUntransferable } from 'node:worker_threads';
import { CONTAINER_ENVELOPE, type Core } from '../../core/core.ts';
import { NativeCore } from '../../core/native-core.ts';
import { type LoadedAddon, loadNativeAddon } from '../../core/native-loader.ts';
import { loadNodeCore } from '../../core/node-core.ts';
import { WasmCore } from '../../core/wasm-core.ts';
import { loadWasmModule } from '../../core/wasm-loader-node.ts';
import { WasmMemory } from '../../core/wasm-memory.ts';
import { CachekitError } from '../../errors.ts';
import { type Finding, good, problem } from './finding.ts';

const SAMPLE = new TextEncoder().encode('opened as it was sealed');

/** Both cores of this package, and which one caches here use. */
export async function coreFindings(): Promise<readonly Finding[]> {
  const addon = loadNativeAddon();
  const native = addon.addon === null ? null : new NativeCore(addon.addon, markAsUntransferable);
  const wasm = await wasmFindings();
  return [
    await usedCore(),
    ...addonFindings(addon),
    ...wasm.findings,
    ...(native === null || wasm.core === null || !native.hardwareAccelerated
      ? []
      : [await exchange(native, wasm.core)]),
  ];
}

async function usedCore(): Promise<Finding> {
  try {
    const { kind } = await loadNodeCore();
    const set = process.env['SEALCACHE_CORE'] ?? '';
    return good('core in use', set === '' ? kind : `${kind}, by SEALCACHE_CORE`);
  } catch (error) {
    return problem('core in use', `none: ${messageOf(error)}`);
  }
}

function addonFindings(loaded: LoadedAddon): readonly Finding[] {
  if (loaded.addon === null) return [problem('addon', loaded.reasons.join('; '))];
  const { hardwareAccelerated, libsodium } = loaded.addon;
  return [
    good('addon', `loads, libsodium ${libsodium ?? 'of an unknown version'}`),
    hardwareAccelerated
      ? good('AES instructions', 'yes')
      : problem('AES instructions', 'no: sealing is asynchronous, by WebAssembly and WebCrypto'),
  ];
}

interface WasmFindings {
  readonly core: Core | null;
  readonly findings: readonly Finding[];
}

async function wasmFindings(): Promise<WasmFindings> {
  try {
    const module = await loadWasmModule('sealcache');
    const text =
      module.buildVersions === undefined
        ? ''
        : new WasmMemory(module).textPublished(module.buildVersions());
    const [sodium = 'of an unknown version', emscripten = 'of an unknown version'] = text
      .split(' ')
      .filter((version) => version !== '');
    const versions = `loads, libsodium ${sodium}, Emscripten ${emscripten}`;
    return { core: new WasmCore(module), findings: [good('WebAssembly', versions)] };
  } catch (error) {
    return { core: null, findings: [problem('WebAssembly', messageOf(error))] };
  }
}

/** What one core seals, the other must open. */
async function exchange(native: Core, wasm: Core): Promise<Finding> {
  const name = 'exchange of entries';
  try {
    for (const [writer, reader] of [
      [native, wasm],
      [wasm, native],
    ] as const) {
      if (!(await carries(writer, reader)))
        return problem(name, `${reader.kind} reads another value`);
    }
    return good(name, 'each core opens what the other sealed');
  } catch (error) {
    return problem(name, messageOf(error));
  }
}

async function carries(writer: Core, reader: Core): Promise<boolean> {
  const current = crypto.getRandomValues(new Uint8Array(32));
  const keys = { current, previous: [], tenantId: 'doctor' };
  const seals = await writer.createSealer(keys);
  const opens = await reader.createSealer(keys);
  try {
    const sealed = await seals.seal(SAMPLE, 'key', CONTAINER_ENVELOPE);
    const value = await opens.open(sealed, 'key', CONTAINER_ENVELOPE, SAMPLE.length);
    return Buffer.compare(value, SAMPLE) === 0;
  } finally {
    current.fill(0);
    seals.dispose();
    opens.dispose();
  }
}

function messageOf(error: unknown): string {
  if (error instanceof CachekitError) return error.message;
  throw error;
}

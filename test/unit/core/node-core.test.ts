/** Which core a Node process gets, by what is there and by SEALCACHE_CORE (docs/architecture.md). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const addon = vi.hoisted(() => ({
  found: { addon: null, reasons: ['it is not there'] } as object,
  loads: [] as (() => Promise<unknown>)[],
}));

vi.mock('../../../js/core/native-loader.ts', () => ({ loadNativeAddon: () => addon.found }));
vi.mock('../../../js/core/wasm-loader-node.ts', () => ({
  loadWasmCore: () => addon.loads.shift()?.() ?? Promise.resolve({ kind: 'wasm' }),
}));

/** The module anew, as a process begins: it keeps its choice. */
async function load() {
  vi.resetModules();
  const { loadNodeCore } = await import('../../../js/core/node-core.ts');
  return loadNodeCore;
}

const native = (hardwareAccelerated: boolean) => ({ addon: { hardwareAccelerated } });
const warnings = vi.spyOn(process, 'emitWarning');

beforeEach(() => {
  addon.found = native(true);
  addon.loads = [];
  warnings.mockReset().mockImplementation(() => {});
  vi.stubEnv('SEALCACHE_CORE', undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('the core of a Node process', () => {
  test.each([undefined, '', 'native'])('is the addon where it loads (%j)', async (wanted) => {
    vi.stubEnv('SEALCACHE_CORE', wanted);
    const loadNodeCore = await load();
    expect(loadNodeCore()).toMatchObject({ kind: 'native', hardwareAccelerated: true });
    expect(loadNodeCore()).toBe(loadNodeCore());
    expect(warnings).not.toHaveBeenCalled();
  });

  test('is WebAssembly where that is wanted: first a promise, then itself', async () => {
    vi.stubEnv('SEALCACHE_CORE', 'wasm');
    const loadNodeCore = await load();
    const loading = loadNodeCore();
    expect(loading).toBeInstanceOf(Promise);
    expect(loadNodeCore()).toBe(loading);
    const core = await loading;
    expect(core.kind).toBe('wasm');
    expect(loadNodeCore()).toBe(core);
    expect(warnings).not.toHaveBeenCalled();
  });

  test.each([
    ['no addon loads', { addon: null, reasons: ['it is not there', 'nor here'] }, 'nor here'],
    ['the CPU has no AES', native(false), 'no AES instructions'],
  ])('is WebAssembly where %s, which is said once', async (_why, found, reason) => {
    addon.found = found;
    const loadNodeCore = await load();
    expect((await loadNodeCore()).kind).toBe('wasm');
    expect((await loadNodeCore()).kind).toBe('wasm');
    expect(warnings).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(reason), {
      code: 'SEALCACHE_WASM_CORE',
    });
  });

  test('is the addon without AES instructions only where one insists', async () => {
    addon.found = native(false);
    vi.stubEnv('SEALCACHE_CORE', 'native');
    expect((await load())()).toMatchObject({ kind: 'native', hardwareAccelerated: false });
  });

  test('is refused where one insists on an addon that does not load', async () => {
    addon.found = { addon: null, reasons: ['it is not there', 'nor here'] };
    vi.stubEnv('SEALCACHE_CORE', 'native');
    const loadNodeCore = await load();
    expect(() => loadNodeCore()).toThrow('it is not there; nor here');
    addon.found = native(true);
    expect(loadNodeCore()).toMatchObject({ kind: 'native' });
  });

  test.each(['Native', 'webassembly', ' '])('is refused for the choice %j', async (wanted) => {
    vi.stubEnv('SEALCACHE_CORE', wanted);
    const loadNodeCore = await load();
    expect(() => loadNodeCore()).toThrow('SEALCACHE_CORE must be "native" or "wasm"');
  });

  test('is loaded again after a load that failed', async () => {
    vi.stubEnv('SEALCACHE_CORE', 'wasm');
    addon.loads = [() => Promise.reject(new Error('no file'))];
    const loadNodeCore = await load();
    await expect(loadNodeCore()).rejects.toThrow('no file');
    expect((await loadNodeCore()).kind).toBe('wasm');
  });
});

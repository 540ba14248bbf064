import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { loadNativeAddon } from '../../../js/core/native-loader.ts';

const GOOD = '../../build/native/sealcache.node';
const folder = mkdtempSync(join(tmpdir(), 'sealcache-test-'));
const fileWith = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
};

afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllGlobals());

describe('loadNativeAddon', () => {
  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['missing', pathToFileURL(join(folder, 'missing.node')).href, /missing\.node is not there/],
    ['no library', fileWith('text.node', 'text'), /text\.node/],
    ['empty', fileWith('empty.node', ''), /empty\.node/],
    [
      'another module',
      fileWith('other.cjs', 'module.exports = {}'),
      /not the addon of this version/,
    ],
    [
      'an addon of another version',
      fileWith('older.cjs', 'module.exports = { hardwareAccelerated: true, pack() {} }'),
      /not the addon of this version/,
    ],
    ['null', fileWith('null.cjs', 'module.exports = null'), /not the addon of this version/],
    ['throwing', fileWith('throws.cjs', 'throw new Error("broken inside")'), /broken inside/],
    ['throwing no error', fileWith('odd.cjs', 'throw 1'), /odd\.cjs does not load/],
  ];

  test.each(bad)('tells why it does not load a file that is %s', (_, candidate, why) => {
    const loaded = loadNativeAddon([candidate]);
    expect(loaded).toEqual({ addon: null, reasons: [expect.stringMatching(why)] });
  });

  test('goes on to the next candidate', () => {
    const loaded = loadNativeAddon([...bad.map(([, candidate]) => candidate), GOOD]);
    expect(loaded.addon).toBe(loadNativeAddon().addon);
    expect(loaded.addon).not.toBeNull();
  });

  test('gathers the reasons of all', () => {
    expect(loadNativeAddon(bad.map(([, candidate]) => candidate))).toMatchObject({
      addon: null,
      reasons: bad.map(([, , why]) => expect.stringMatching(why)),
    });
  });

  test.each(['8', '', 'x', undefined])('touches no file where Node-API is %s', (napi) => {
    vi.stubGlobal('process', { ...process, versions: { ...process.versions, napi } });
    const loaded = loadNativeAddon([fileWith('touched.cjs', 'globalThis.touched = true'), GOOD]);
    expect(loaded).toEqual({
      addon: null,
      reasons: [expect.stringContaining('needs Node-API 9')],
    });
    expect(globalThis).not.toHaveProperty('touched');
  });
});

describe('SEALCACHE_CORE', { timeout: 30_000 }, () => {
  const script = `
    import { loadNodeCore } from ${JSON.stringify(new URL('../../../js/core/node-core.ts', import.meta.url).href)};
    try {
      console.log((await loadNodeCore()).kind);
    } catch (error) {
      console.log(error.code, error.message);
    }`;

  test.each([
    [undefined, /^native$/],
    ['', /^native$/],
    ['native', /^native$/],
    ['wasm', /^wasm$/],
    ['Wasm', /^ERR_CONFIGURATION SEALCACHE_CORE must be/],
  ])('as %s', async (value, said) => {
    const { SEALCACHE_CORE: _, ...inherited } = process.env;
    const env = value === undefined ? inherited : { ...inherited, SEALCACHE_CORE: value };
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env,
    });
    const { stdout, stderr } = await run;
    expect(stdout.trim()).toMatch(said);
    expect(stderr).toBe('');
  });
});

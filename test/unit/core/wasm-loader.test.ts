/** The WebAssembly core's files: missing, damaged, or of something else. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadWasmCore, loadWasmModule } from '../../../js/core/wasm-loader-node.ts';

const BUILD = fileURLToPath(new URL('../../../build/wasm/', import.meta.url));
const text = new TextEncoder();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-wasm-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Loads a build of that name that lies elsewhere. */
const load = (name: string): Promise<unknown> =>
  Reflect.apply(loadWasmModule, undefined, [relative(BUILD, join(folder, name))]);

async function build(name: string, glue: string, wasm: Uint8Array | null): Promise<void> {
  await writeFile(join(folder, `${name}.mjs`), glue);
  if (wasm === null) await copyFile(join(BUILD, 'sealcache.wasm'), join(folder, `${name}.wasm`));
  else await writeFile(join(folder, `${name}.wasm`), wasm);
}

test('a module that is not there is wrong set-up, with its cause', async () => {
  await expect(load('absent')).rejects.toMatchObject({
    code: 'ERR_CONFIGURATION',
    cause: { code: 'ENOENT' },
  });
});

test('a damaged module is, too', async () => {
  await build('damaged', 'export default () => ({})', text.encode('not wasm'));
  await expect(load('damaged')).rejects.toMatchObject({ code: 'ERR_CONFIGURATION' });
});

test.each([
  ['nothing', 'export const other = () => ({})'],
  ['something else', 'export default 5'],
])('glue that exports %s is refused', async (what, glue) => {
  await build(what.replace(' ', '-'), glue, null);
  await expect(load(what.replace(' ', '-'))).rejects.toThrow('does not load');
});

test('the build itself loads, each time an instance of its own', async () => {
  const [one, other] = await Promise.all([loadWasmCore(), loadWasmCore()]);
  expect([one.kind, other.kind]).toEqual(['wasm', 'wasm']);
  expect(one).not.toBe(other);
});

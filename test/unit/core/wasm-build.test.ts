/** What the built module may and may not contain. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CORE_ERRORS } from '../../../js/core/core-error.ts';
import { loadWasmModule } from '../../../js/core/wasm-loader-node.ts';
import { WasmMemory } from '../../../js/core/wasm-memory.ts';
import { instantiate } from '../../../js/core/wasm-module.ts';
import { requireHooks } from '../../helpers/wasm-hooks.ts';

/** Wasm and glue together, gzipped. */
const BUDGET_BYTES = 40 * 1024;

const built = (name: string) =>
  readFileSync(new URL(`../../../build/wasm/${name}`, import.meta.url));
const glue = built('sealcache.mjs').toString();
const wasm = built('sealcache.wasm');

/** Ways to turn text into code, which a Worker forbids. */
const EVALUATION =
  /\beval\s*\(|\bFunction\s*\(|\bnewFunc\s*\(|set(?:Timeout|Interval)\s*\(\s*["'`]/;

describe('the WebAssembly build', () => {
  test('evaluates no text', () => {
    expect(glue).not.toMatch(EVALUATION);
    for (const bad of ['eval("1")', 'new Function ("a")', "setTimeout('x()')"]) {
      expect(bad).toMatch(EVALUATION);
    }
  });

  test('imports nothing of Node', () => {
    expect(glue).not.toMatch(/\bnode:|\brequire\s*\(|\bprocess\./);
  });

  test('holds no test hook', async () => {
    const module = await loadWasmModule('sealcache');
    expect(Object.keys(module).filter((name) => /test|errorTable/i.test(name))).toEqual([]);
    expect(module.SealerObject.create()).not.toHaveProperty('setNonce');
    expect(() => requireHooks(module)).toThrow(TypeError);
  });

  test('stays inside its size budget', () => {
    const sizes = [wasm, glue].map((file) => gzipSync(file, { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
  });

  test('names the same errors as the table of classes', async () => {
    const module = requireHooks(await loadWasmModule('sealcache-hooks'));
    const lines = new WasmMemory(module).textPublished(module.errorTable()).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
      CORE_ERRORS.map(({ number, reason }) => `${number} ${reason}`),
    );
  });

  test('is refused when it exports something else', async () => {
    const compiled = await WebAssembly.compile(wasm);
    await expect(instantiate(async () => ({}), compiled)).rejects.toMatchObject({
      code: 'ERR_CONFIGURATION',
    });
  });
});

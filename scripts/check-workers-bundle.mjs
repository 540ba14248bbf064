/**
 * `npm run check:workers-bundle`: what a deployment would upload holds no `node:` import, no native
 * code and nothing that compiles code from text, and stays inside its size budget. The service also
 * holds no WebAssembly: it has nothing to seal or open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleWorker } from './worker-bundle.ts';

const BUNDLE_BUDGET = 80 * 1024;
const CORE_BUDGET = 40 * 1024;
/** The library with its core, which opens entries in the browser, and what draws. */
const PAGE_BUDGET = 112 * 1024;

const FORBIDDEN = [
  ['an import of a node: module', /["']node:[a-z/]+["']/],
  ['a require call', /\brequire\s*\(/],
  ['a native addon', /\.node["']/],
  ['eval', /\beval\s*\(/],
  ['a Function constructor', /\bnew\s+Function\b|\bFunction\s*\(\s*["'`]/],
  ['process', /\bprocess\.(env|versions|binding)\b/],
];

const problems = [];

const sample = bundle('sample', 1);
const [core] = sample.modules;
report('core: wasm + glue', [core, readFileSync('build/wasm/sealcache.mjs')], CORE_BUDGET);
report('sample Worker', [core, sample.code], BUNDLE_BUDGET);
const service = bundle('service', 0);
report('cache service', [service.code], BUNDLE_BUDGET);
report('its status page', service.pages, PAGE_BUDGET);

for (const problem of problems) console.error(`FAILED: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function bundle(name, wasmModules) {
  const { outdir, script, wasm, pages } = bundleWorker(name);
  const code = readFileSync(join(outdir, script), 'utf8');
  const modules = wasm.map((file) => readFileSync(join(outdir, file)));
  for (const [what, pattern] of FORBIDDEN) {
    if (pattern.test(code)) problems.push(`the bundle of the ${name} holds ${what}`);
  }
  if (modules.length !== wasmModules || !modules.every((module) => WebAssembly.validate(module))) {
    problems.push(`the bundle of the ${name} should hold ${wasmModules} valid wasm modules`);
  }
  return { code, modules, pages: pages.map((file) => readFileSync(join(outdir, file))) };
}

function report(what, parts, budget) {
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const gzip = parts.reduce((sum, part) => sum + gzipSync(part).length, 0);
  console.log(`${what}: ${kilobytes(size)}, gzip ${kilobytes(gzip)} of ${kilobytes(budget)}`);
  if (gzip > budget) problems.push(`${what} exceeds its budget`);
}

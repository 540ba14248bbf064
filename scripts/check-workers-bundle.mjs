/**
 * `npm run check:workers-bundle`: what a deployment would upload holds no `node:` import, no native
 * code and nothing that compiles code from text, and stays inside its size budget.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleWorker } from './worker-bundle.ts';

const BUNDLE_BUDGET = 80 * 1024;
const CORE_BUDGET = 40 * 1024;

const FORBIDDEN = [
  ['an import of a node: module', /["']node:[a-z/]+["']/],
  ['a require call', /\brequire\s*\(/],
  ['a native addon', /\.node["']/],
  ['eval', /\beval\s*\(/],
  ['a Function constructor', /\bnew\s+Function\b|\bFunction\s*\(\s*["'`]/],
  ['process', /\bprocess\.(env|versions|binding)\b/],
];

const { outdir, script, wasm } = bundleWorker();
const code = readFileSync(join(outdir, script), 'utf8');
const module = readFileSync(join(outdir, wasm));
const glue = readFileSync('build/wasm/sealcache.mjs');

const problems = FORBIDDEN.filter(([, pattern]) => pattern.test(code)).map(
  ([what]) => `the bundle holds ${what}`,
);
if (!WebAssembly.validate(module)) problems.push(`${wasm} is not valid WebAssembly`);

const core = gzipSync(module).length + gzipSync(glue).length;
const bundle = gzipSync(module).length + gzipSync(code).length;
report('core: wasm + glue', module.length + glue.length, core, CORE_BUDGET);
report('whole Worker', module.length + code.length, bundle, BUNDLE_BUDGET);

for (const problem of problems) console.error(`FAILED: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function report(what, size, gzip, budget) {
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
  console.log(`${what}: ${kilobytes(size)}, gzip ${kilobytes(gzip)} of ${kilobytes(budget)}`);
  if (gzip > budget) problems.push(`${what} exceeds its budget`);
}

/**
 * `npm run lint:cpp`: clang-tidy over our own C++ with the flags of the native build, all warnings
 * being errors. The wasm binding is left out: only Emscripten has its headers.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildDir, projectDir } from './setup/paths.mjs';

const folder = join(buildDir, 'native');
const ours = ['shared', 'native', 'test/core'].map((name) => join(projectDir, name));

/** One entry of each file, though the core is compiled twice. */
function filesToCheck() {
  const commands = JSON.parse(readFileSync(join(folder, 'compile_commands.json'), 'utf8'));
  const files = new Set(commands.map((command) => command.file));
  return [...files].filter((file) => ours.some((start) => file.startsWith(`${start}/`))).sort();
}

function tidy(file) {
  const args = ['-p', folder, '--quiet', '--warnings-as-errors=*', file];
  const child = spawn('clang-tidy', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let findings = '';
  // What it prints on stderr counts warnings in headers that are not ours.
  child.stdout.setEncoding('utf8').on('data', (text) => {
    findings += text;
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== 0) {
        console.log(`${file}: clang-tidy ended with ${signal ?? code}`);
        console.log(findings === '' ? errors : findings);
      }
      resolve(code === 0);
    });
  });
}

const queue = filesToCheck();
const total = queue.length;
let failed = 0;

async function worker() {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (!(await tidy(file))) failed += 1;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(`clang-tidy: ${total} files, ${failed} with findings`);
process.exitCode = failed === 0 && total > 0 ? 0 : 1;

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

// As deep in the tree as the sources are, which look for the cores beside themselves.
const FOLDER = join(import.meta.dirname, '../build/bench');

/**
 * The workload as one JavaScript file, which is what users run: Node's own reading of TypeScript leaves
 * a heap behind whose collection would fall into the measured window.
 */
export async function compiledWorkload(name: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${name}.mjs`);
  await build({
    stdin: {
      contents: `import { measure } from './window.ts';
import { workload } from './workloads/${name}.ts';
await measure(workload);`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}

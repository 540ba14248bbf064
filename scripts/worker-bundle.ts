import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(root, 'build', 'worker');
const WASM = ['build/wasm/sealcache.mjs', 'build/wasm/sealcache.wasm'];
const stampFile = join(outdir, '.inputs');

/** A Worker as it would be uploaded. */
export interface WorkerBundle {
  readonly outdir: string;
  /** Names of the two module files in `outdir`. */
  readonly script: string;
  readonly wasm: string;
}

/**
 * Bundles the Worker of wrangler.toml as a deployment would, without the network, into build/worker.
 * Does nothing when no input changed.
 */
export function bundleWorker(): WorkerBundle {
  const inputs = hashOfInputs();
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== inputs) {
    rmSync(outdir, { recursive: true, force: true });
    mkdirSync(outdir, { recursive: true });
    const node = join(root, 'node_modules', '.bin', 'node');
    const wrangler = join(root, 'node_modules', 'wrangler', 'bin', 'wrangler.js');
    execFileSync(node, [wrangler, 'deploy', '--dry-run', '--outdir', outdir], {
      cwd: root,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    writeFileSync(stampFile, inputs);
  }
  const files = readdirSync(outdir);
  const script = files.find((name) => name.endsWith('.js'));
  const [wasm, ...others] = files.filter((name) => name.endsWith('.wasm'));
  if (script === undefined || wasm === undefined || others.length > 0) {
    throw new Error(`build/worker should hold one script and one wasm module, found ${files}`);
  }
  return { outdir, script, wasm };
}

function hashOfInputs(): string {
  const hash = createHash('sha256');
  const files = ['wrangler.toml', 'package-lock.json', ...under('js'), ...WASM];
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function under(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

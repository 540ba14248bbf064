import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ALWAYS = [
  'package-lock.json',
  'scripts/build-page.ts',
  'build/wasm/sealcache.mjs',
  'build/wasm/sealcache.wasm',
];

/** The Workers of this repository, by the wrangler configuration of each. */
const CONFIGS = {
  /** The cache service. */
  service: 'wrangler.toml',
  /** The Worker of the main job, which seals. */
  sample: 'scripts/main-job/worker/wrangler.toml',
} as const;

/** A Worker as it would be uploaded. */
export interface WorkerBundle {
  readonly outdir: string;
  /** Names of the module files in `outdir`. */
  readonly script: string;
  readonly wasm: readonly string[];
  readonly pages: readonly string[];
}

/** Bundles a Worker of this repository. */
export function bundleWorker(name: keyof typeof CONFIGS): WorkerBundle {
  return bundleConfig(CONFIGS[name], name);
}

/**
 * Bundles a Worker as a deployment would, without the network, into a folder of build/worker. Does
 * nothing when no input changed: js/ and what is beside the configuration.
 * @param config below the project
 */
export function bundleConfig(config: string, name: string): WorkerBundle {
  const outdir = join(root, 'build', 'worker', name);
  const stampFile = join(outdir, '.inputs');
  const inputs = hashOfInputs(config);
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== inputs) {
    rmSync(outdir, { recursive: true, force: true });
    mkdirSync(outdir, { recursive: true });
    deployNowhere(config, outdir);
    writeFileSync(stampFile, inputs);
  }
  const files = readdirSync(outdir);
  const [script, ...others] = files.filter((file) => file.endsWith('.js'));
  if (script === undefined || others.length > 0) {
    throw new Error(`${outdir} should hold one script, found ${files}`);
  }
  const ending = (end: string) => files.filter((file) => file.endsWith(end));
  return { outdir, script, wasm: ending('.wasm'), pages: ending('.html') };
}

function deployNowhere(config: string, outdir: string): void {
  const node = join(root, 'node_modules', '.bin', 'node');
  const wrangler = join(root, 'node_modules', 'wrangler', 'bin', 'wrangler.js');
  const args = ['deploy', '--dry-run', '--config', join(root, config), '--outdir', outdir];
  execFileSync(node, [wrangler, ...args], {
    cwd: root,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function hashOfInputs(config: string): string {
  const hash = createHash('sha256');
  const beside = dirname(config) === '.' ? [config] : under(dirname(config));
  const files = [...beside, ...under('js'), ...ALWAYS];
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function under(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

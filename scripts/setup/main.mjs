/**
 * Sets a machine up: `npm run setup`, and first thing in `npm start` and `npm test`. Runs on Node 20
 * or newer. What is in place is left alone. `--lint-tools` adds what lint and format checks need,
 * `--servers` the servers of the integration tests.
 *
 * Environment variables, all optional:
 *   SEALCACHE_DEBIAN_MIRROR  Debian archive to take the pinned sources and Emscripten from, where the
 *                            machine's apt configuration names none
 *   SEALCACHE_SOURCES        folder with the pinned tarballs, used instead of the archive
 *   EMSDK                    root of an Emscripten SDK, looked at after PATH
 *   CXX, CC                  compiler of the native build (default: c++, cc)
 *   CMAKE_PREFIX_PATH        where GoogleTest is, if not under /usr or /usr/local
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPreset, nativeToolchain } from './build.mjs';
import { ensureEmscripten } from './emscripten.mjs';
import { SetupFailure } from './failure.mjs';
import { fetchSources } from './fetch-sources.mjs';
import { ensureTools } from './install-tools.mjs';
import { locked } from './lock.mjs';
import { ensureNode, ensurePackages } from './packages.mjs';
import { depsDir } from './paths.mjs';
import { step } from './progress.mjs';
import { buildTools, lintTools, serverTools } from './tools.mjs';

/** Does every step in order; ends the process with a message where one cannot be done. */
export async function setUp({ lint = false, servers = false } = {}) {
  try {
    await locked(() => allSteps({ lint, servers }));
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    console.error(`setup: ${error.message}`);
    process.exit(1);
  }
}

async function allSteps({ lint, servers }) {
  const tools = [...buildTools, ...(lint ? lintTools : []), ...(servers ? serverTools : [])];
  await step('system tools', (say) => ensureTools(tools, say));
  await step('npm packages', ensurePackages);
  await step('Node 24', ensureNode);
  await step('pinned sources', (say) => fetchSources(depsDir, say));
  const emscripten = await step('Emscripten', ensureEmscripten);
  await step('native build', (say) => buildPreset('native', nativeToolchain(), say));
  await step('wasm build', (say) => buildPreset('wasm', emscripten, say));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const asked = (option) => process.argv.includes(option);
  await setUp({ lint: asked('--lint-tools'), servers: asked('--servers') });
}

import { join } from 'node:path';
import { createDebianRoot, rootDir, rootVersion } from './debian-root.mjs';
import { SetupFailure } from './failure.mjs';
import { hostEmcc, hostVersion } from './host-emcc.mjs';
import { aptInstall, ensureTools, mayInstall } from './install-tools.mjs';
import { toolchainDir } from './paths.mjs';
import { answerOf } from './run.mjs';
import { writeIfChanged } from './stamp.mjs';
import { rootTools } from './tools.mjs';
import { atLeast } from './version.mjs';
import { hostWrapper, rootWrapper } from './wrappers.mjs';

// Older releases lose promise rejections in co_await or do not know EMBIND_AOT.
const MINIMUM = '6.0';
const TOOLS = ['emcc', 'em++', 'emar', 'emranlib'];

/**
 * Finds an Emscripten that is new enough, or installs one, and writes `build/toolchain/bin/emcc` and
 * its siblings, which CMake uses. Returns what tells one toolchain from another.
 */
export async function ensureEmscripten(say) {
  const found = (await findHost(say)) ?? (await findRoot(say));
  for (const tool of TOOLS) {
    const text = found.host === null ? rootWrapper(tool) : hostWrapper(found.host, tool);
    writeIfChanged(join(toolchainDir, 'bin', tool), text, 0o755);
  }
  return `${found.host ?? 'root'} ${found.version}`;
}

async function findHost(say) {
  const before = usableHost();
  if (before !== null) return before;
  if (usableRoot() !== null || !mayInstall() || !candidateIsNew()) return null;
  await aptInstall(['emscripten', 'libsimde-dev'], say);
  return usableHost();
}

async function findRoot(say) {
  const before = usableRoot();
  if (before !== null) return before;
  if (!mayInstall()) throw new SetupFailure(advice());
  await ensureTools(rootTools, say);
  await createDebianRoot(say);
  const after = usableRoot();
  if (after === null) throw new SetupFailure(advice());
  return after;
}

function usableHost() {
  for (const emcc of hostEmcc()) {
    const version = hostVersion(emcc);
    if (version !== null && atLeast(version, MINIMUM)) return { host: emcc, version };
  }
  return null;
}

function usableRoot() {
  // Entering the root takes root.
  if (process.getuid?.() !== 0) return null;
  const version = rootVersion();
  return version !== null && atLeast(version, MINIMUM) ? { host: null, version } : null;
}

function candidateIsNew() {
  const policy = answerOf('apt-cache', ['policy', 'emscripten']) ?? '';
  const candidate = policy.match(/Candidate: (\d[\d.]*\d)/)?.[1];
  return candidate !== undefined && atLeast(candidate, MINIMUM);
}

function advice() {
  return [
    `Emscripten ${MINIMUM} or newer is needed: emcc is not on PATH or under $EMSDK in such a version,`,
    `and set-up can make a Debian root with it (${rootDir}) only as root on Debian.`,
    'Install the Emscripten SDK (emsdk install latest && emsdk activate latest) and set EMSDK, or on',
    'Debian testing, as root: apt-get install emscripten libsimde-dev',
  ].join('\n');
}

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildDir, projectDir } from './paths.mjs';
import { removeTree } from './remove-tree.mjs';
import { answerOf, run } from './run.mjs';
import { hashOf, readIfThere, writeIfChanged } from './stamp.mjs';

// Looking for new files counts as a step, too, and happens every time.
const WORK = /^\[\d+\/\d+\] (?!Re-checking)/;

/**
 * Configures and builds a CMake preset. Ninja knows which of our files changed; `toolchain` and the
 * pinned sources say what it cannot see, and when they change the preset is built from nothing.
 */
export async function buildPreset(preset, toolchain, say) {
  const folder = join(buildDir, preset);
  const stampFile = join(folder, '.sealcache-inputs');
  const inputs = hashOf({
    texts: [toolchain, projectDir],
    files: [
      join(projectDir, 'CMakePresets.json'),
      join(projectDir, 'cmake', 'emscripten_toolchain.cmake'),
      join(projectDir, 'scripts', 'setup', 'sources.mjs'),
    ],
  });
  const stamp = readIfThere(stampFile);
  if (stamp !== inputs) {
    if (stamp !== null) removeTree(folder);
    say(`cmake --preset ${preset}`);
    await run('cmake', ['--preset', preset], { say, cwd: projectDir, log: `configure-${preset}` });
    writeIfChanged(stampFile, inputs);
  }
  await compile(preset, say);
}

/** Says something only where Ninja finds work; looking takes a fraction of a second. */
function compile(preset, say) {
  const jobs = String(availableParallelism());
  const args = ['--build', '--preset', preset, '--parallel', jobs];
  let told = false;
  const onLine = (line) => {
    if (told || !WORK.test(line)) return;
    told = true;
    say(`cmake ${args.join(' ')}`);
    if (preset === 'wasm') say('the first link also compiles libc and libc++, which takes minutes');
  };
  return run('cmake', args, { say, onLine, cwd: projectDir, log: `build-${preset}` });
}

/** What compiles the native presets: another compiler means another build. */
export function nativeToolchain() {
  return answerOf(process.env.CXX ?? 'c++', ['--version']) ?? '';
}

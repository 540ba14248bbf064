import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { toolchainDir } from './paths.mjs';
import { answerOf } from './run.mjs';
import { hashOf, readIfThere, writeIfChanged } from './stamp.mjs';
import { versionIn } from './version.mjs';

/** Every `emcc` that the machine itself offers, on PATH and then under `$EMSDK`. */
export function hostEmcc() {
  const own = join(toolchainDir, 'bin');
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== own);
  if (process.env.EMSDK) folders.push(join(process.env.EMSDK, 'upstream', 'emscripten'));
  return folders.map((folder) => join(folder, 'emcc')).filter((file) => existsSync(file));
}

/** Asking takes most of a second, so the answer is kept until the installation changes. */
export function hostVersion(emcc) {
  const file = realpathSync(emcc);
  const versionFile = join(dirname(file), 'emscripten-version.txt');
  const identity = hashOf({ texts: [emcc], files: [file, versionFile] });
  const cache = join(toolchainDir, 'host-emcc.json');
  const known = readIfThere(cache) === null ? {} : JSON.parse(readFileSync(cache, 'utf8'));
  if (known.identity === identity) return known.version;
  const answer = answerOf(emcc, ['--version']);
  const version = answer === null ? null : versionIn(answer);
  writeIfChanged(cache, `${JSON.stringify({ identity, version })}\n`);
  return version;
}

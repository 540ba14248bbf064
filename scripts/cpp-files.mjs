import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './setup/paths.mjs';

const FOLDERS = ['shared', 'native', 'wasm', 'test/core', 'examples/cpp'];

/** Our own C++ files, headers included, relative to the checkout. */
export function cppFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(projectDir, folder), { recursive: true })
      .filter((name) => /\.(cc|h)$/.test(name))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
}

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout and the folders that set-up writes to; everything it makes lies under `build`. */
export const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const buildDir = join(projectDir, 'build');
export const depsDir = join(buildDir, 'deps');
export const toolchainDir = join(buildDir, 'toolchain');

/** Node 24 from npm: what tests and the main job run on, whatever the machine has. */
export const projectNode = join(projectDir, 'node_modules', '.bin', 'node');

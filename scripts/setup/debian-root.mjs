import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from './failure.mjs';
import { debianMirror } from './mirror.mjs';
import { toolchainDir } from './paths.mjs';
import { removeTree } from './remove-tree.mjs';
import { run } from './run.mjs';
import { readIfThere } from './stamp.mjs';

export const rootDir = join(toolchainDir, 'debian');

const SUITE = 'forky';
// Emscripten's arm_neon.h, which xxhash.h includes under -msimd128, comes from libsimde-dev.
const PACKAGES = ['emscripten', 'libsimde-dev'];

/** The version of Emscripten that is completely installed in the root, or `null`. */
export function rootVersion() {
  const status = readIfThere(join(rootDir, 'var/lib/dpkg/status')) ?? '';
  const records = status.split('\n\n');
  const versions = PACKAGES.map((name) => {
    const record = records.find((text) => text.startsWith(`Package: ${name}\n`));
    const installed = record?.includes('\nStatus: install ok installed\n') ?? false;
    return installed ? (record.match(/^Version: (\d[\d.]*\d)/m)?.[1] ?? null) : null;
  });
  return versions.includes(null) ? null : versions[0];
}

/** Makes a small Debian system with Emscripten in it: about 1.3 GB and a few minutes. */
export async function createDebianRoot(say) {
  const mirror = debianMirror();
  if (mirror === null) {
    throw new SetupFailure(
      'this machine names no Debian archive to take Emscripten from: set SEALCACHE_DEBIAN_MIRROR',
    );
  }
  const partial = `${rootDir}.partial`;
  if (existsSync(partial)) say('removing what an interrupted run left');
  removeTree(partial);
  mkdirSync(partial, { recursive: true });
  say(`making a Debian ${SUITE} root for Emscripten (1.3 GB)`);
  await inNamespace(BOOTSTRAP, [partial, SUITE, mirror], 'debootstrap', say);
  say(`apt-get install ${PACKAGES.join(' ')} inside it`);
  await inNamespace(INSTALL, [partial, ...PACKAGES], 'emscripten', say);
  removeTree(rootDir);
  renameSync(partial, rootDir);
}

// A root that was cut short is made anew, so dpkg need not wait for the disk after each file.
const ENVIRONMENT = {
  DEBIAN_FRONTEND: 'noninteractive',
  DPKG_FORCE: 'unsafe-io',
  LC_ALL: 'C.UTF-8',
};

// Both work on a bind mount at /mnt, since debootstrap does not take a path with blanks.
const BOOTSTRAP = `
set -e
mount --bind "$1" /mnt
exec debootstrap --variant=minbase "$2" /mnt "$3" /usr/share/debootstrap/scripts/sid
`;

// An archive that is a snapshot of some day states an end of validity that has passed.
const INSTALL = `
set -e
mount --bind "$1" /mnt
mount --rbind /proc /mnt/proc
mount --rbind /dev /mnt/dev
shift
chroot /mnt apt-get -o Acquire::Check-Valid-Until=false update
chroot /mnt apt-get install --yes --no-install-recommends "$@"
chroot /mnt apt-get clean
`;

/**
 * Whatever the script mounts or starts lives in namespaces of its own and is gone when it ends: apt
 * would not stop when asked.
 */
function inNamespace(script, args, log, say) {
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
  const command = ['--mount-proc', 'sh', '-c', script, 'sh', ...args];
  const env = { ...process.env, ...ENVIRONMENT };
  return run('unshare', [...namespaces, ...command], { say, log, env, expendable: true });
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { debianMirror } from './mirror.mjs';
import { sources } from './sources.mjs';

/**
 * Puts every pinned source under `depsDir/<name>`, downloading only what is not there in the pinned
 * version. A tarball laid into `depsDir/downloads` or `SEALCACHE_SOURCES` beforehand is used instead of
 * the network.
 */
export async function fetchSources(depsDir, say) {
  const downloads = join(depsDir, 'downloads');
  mkdirSync(downloads, { recursive: true });
  for (const source of sources) {
    const target = join(depsDir, source.name);
    if (stampOf(target) === source.sha256) continue;
    const tarball = join(downloads, basename(source.pool));
    if (!existsSync(tarball) && !copied(tarball)) await download(source, tarball, say);
    requireChecksum(tarball, source);
    unpack(tarball, target, source);
  }
}

function stampOf(target) {
  const stamp = join(target, '.sha256');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

function copied(tarball) {
  const folder = process.env.SEALCACHE_SOURCES;
  const given = folder ? join(folder, basename(tarball)) : null;
  if (given === null || !existsSync(given)) return false;
  copyFileSync(given, tarball);
  return true;
}

async function download(source, tarball, say) {
  const mirror = debianMirror();
  if (mirror === null) {
    throw new Error(
      `${source.name} ${source.version} is missing and this machine names no Debian archive: set ` +
        `SEALCACHE_DEBIAN_MIRROR to one, or SEALCACHE_SOURCES to a folder with ${basename(tarball)}`,
    );
  }
  say(`downloading ${source.name} ${source.version}`);
  const response = await fetch(`${mirror}/${source.pool}`, {
    signal: AbortSignal.timeout(120_000),
  });
  if (!response.ok) {
    throw new Error(`the Debian archive answered ${response.status} for ${source.pool}`);
  }
  const partial = `${tarball}.partial`;
  writeFileSync(partial, Buffer.from(await response.arrayBuffer()));
  renameSync(partial, tarball);
}

function requireChecksum(tarball, source) {
  const found = createHash('sha256').update(readFileSync(tarball)).digest('hex');
  if (found === source.sha256) return;
  rmSync(tarball);
  throw new Error(
    `${basename(tarball)} has SHA-256 ${found}, expected ${source.sha256}: removed, run again`,
  );
}

function unpack(archive, target, source) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  if (archive.endsWith('.deb')) {
    const data = execFileSync('ar', ['p', archive, 'data.tar.xz']);
    execFileSync('tar', ['-xJ', '-C', target, '--strip-components=2'], { input: data });
  } else {
    execFileSync('tar', ['-xf', archive, '-C', target, '--strip-components=1']);
  }
  writeFileSync(join(target, '.sha256'), source.sha256);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const APT_DIR = '/etc/apt';

/**
 * Base address of a Debian archive: `SEALCACHE_DEBIAN_MIRROR`, else the first one that the machine's
 * own apt configuration names; `null` where there is neither.
 */
export function debianMirror() {
  const chosen = process.env.SEALCACHE_DEBIAN_MIRROR;
  if (chosen) return chosen.replace(/\/+$/, '');
  for (const file of aptSourceFiles()) {
    for (const address of addressesIn(readFileSync(file, 'utf8'))) {
      if (/\/debian\/?$/.test(address)) return address.replace(/\/+$/, '');
    }
  }
  return null;
}

function aptSourceFiles() {
  const folder = join(APT_DIR, 'sources.list.d');
  const parts = existsSync(folder) ? readdirSync(folder).sort() : [];
  return [join(APT_DIR, 'sources.list'), ...parts.map((name) => join(folder, name))].filter(
    (file) => /\.(list|sources)$/.test(file) && existsSync(file),
  );
}

function addressesIn(text) {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return lines.flatMap((line) => line.match(/https?:\/\/[^\s\]]+/g) ?? []);
}

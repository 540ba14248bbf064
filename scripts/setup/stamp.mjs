import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** SHA-256 over the given texts and file contents; a missing file counts as such. */
export function hashOf({ files = [], texts = [] }) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`text ${text.length}\n${text}`);
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : null;
    hash.update(content === null ? 'missing\n' : `file ${content.length}\n`);
    if (content !== null) hash.update(content);
  }
  return hash.digest('hex');
}

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Leaves a file with the right content alone, so that nothing that depends on it looks newer. */
export function writeIfChanged(file, content, mode = 0o644) {
  if (readIfThere(file) === content) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}

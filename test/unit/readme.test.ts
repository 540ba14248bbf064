/** The README's first example is run as it stands. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the example for Node prints what was stored', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1];
  if (example === undefined) throw new Error('README.md has no js example');
  // Inside the project, where the package can name itself.
  const folder = mkdtempSync(join(root, 'build', 'readme-'));
  try {
    const script = join(folder, 'example.mjs');
    writeFileSync(script, example.replace('/tmp/sealcache-example', join(folder, 'entries')));
    const printed = execFileSync(process.execPath, [script], { encoding: 'utf8' });
    expect(printed).toContain("name: 'Ada'");
    expect(printed).toContain('1815-12-10');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The example of the documentation runs as it stands, by `node --test` and without vitest. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const example = readFileSync(new URL('example.ts', import.meta.url), 'utf8');

/** What `node --test` says of a file with that text. */
function run(text: string): { status: number | null; output: string } {
  // Inside the project, where the package can name itself.
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build', 'testing-'));
  try {
    const file = join(folder, 'example.ts');
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=tap', file],
      // Within a runner of its own kind, node --test would run nothing.
      { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' } },
    );
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('it is the one of the documentation', () => {
  const page = readFileSync(join(root, 'docs', 'backends.md'), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});

test('its store passes', { timeout: 60_000 }, () => {
  const { status, output } = run(example);
  expect(output).toMatch(/^# fail 0$/m);
  const [, passed] = /^# pass (\d+)$/m.exec(output) ?? [];
  expect(Number(passed)).toBeGreaterThan(30);
  expect(status).toBe(0);
});

test('with a mistake in it, it fails and says where', { timeout: 60_000 }, () => {
  const { status, output } = run(example.replace('end > ?', 'end >= ?'));
  expect(output).toMatch(/^# fail [1-9]/m);
  expect(output).toContain('not ok 1 - expires exactly when the clock reaches the deadline');
  expect(output).toContain('expected exists() when its 60 s are over to give false; got true');
  expect(status).toBe(1);
});

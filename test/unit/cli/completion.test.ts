/** The scripts, run by the shells they are for. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../js/cli/commands.ts';
import { here } from './run-cli.ts';

async function script(shell: string): Promise<string> {
  const { status, stdout } = await here(['completion', shell]);
  expect(status).toBe(0);
  return stdout;
}

/** What bash offers for the last of these words. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const line = words.map((word) => `'${word}'`).join(' ');
  const run = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _sealcache; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', `${await script('bash')}\n${run}`], {
    encoding: 'utf8',
  });
  return out.split('\n').filter((text) => text !== '');
}

test('bash offers every command and every option', async () => {
  const commands = COMMANDS.map(({ name }) => name);
  expect(await offered('sealcache', '')).toEqual([...commands, 'help', '--help', '--version']);
  expect(await offered('sealcache', 'help', 'se')).toEqual(['seal']);
  for (const { name, options } of COMMANDS) {
    const names = Object.keys(options).map((option) => `--${option}`);
    expect(await offered('sealcache', name, '--')).toEqual([...names, '--help']);
  }
});

test('bash offers what a value can be', async () => {
  expect(await offered('sealcache', 'in')).toEqual(['inspect']);
  expect(await offered('sealcache', 'open', '--container', 'e')).toEqual(['envelope']);
  expect(await offered('sealcache', 'completion', '')).toEqual(['bash', 'zsh', '--help']);
  expect(await offered('sealcache', 'rotate', '--dir', '/et')).toEqual(['/etc']);
  // Nothing of ours: bash itself offers files.
  expect(await offered('sealcache', 'open', '--out', '')).toEqual([]);
  expect(await offered('sealcache', 'open', '--tenant', '')).toEqual([]);
});

test('zsh reads its script and finds every option in it', async ({ skip }) => {
  const text = await script('zsh');
  for (const { name, options } of COMMANDS) {
    const line = text.split('\n').find((part) => part.startsWith(`    ${name}) _arguments`)) ?? '';
    for (const option of Object.keys(options)) expect(line).toContain(`--${option}`);
  }
  try {
    execFileSync('zsh', ['-n', '-c', text], { stdio: 'pipe' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      skip('zsh is not here');
    throw error;
  }
});

test.each([[[]], [['fish']]])('refuses %j', async (args) => {
  const { status, stderr } = await here(['completion', ...args]);
  expect([status, stderr]).toEqual([2, 'sealcache: name the shell: bash or zsh\n']);
});

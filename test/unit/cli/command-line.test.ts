/** Help, versions, wrong commands and wrong options. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../js/cli/commands.ts';
import { failureOf } from '../../../js/cli/framework/failure.ts';
import { nearest } from '../../../js/cli/framework/nearest.ts';
import {
  BackendError,
  ConfigurationError,
  EncryptionError,
  TimeoutError,
} from '../../../js/errors.ts';
import { cli, here, MAIN } from './run-cli.ts';

test('--help lists every command, to standard output', async () => {
  const { status, stdout, stderr } = await cli(['--help']);
  expect([status, stderr]).toEqual([0, '']);
  for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} +`, 'm'));
  expect((await cli(['help'])).stdout).toBe(stdout);
});

test('without a command it helps on standard error and fails', async () => {
  const { status, stdout, stderr } = await cli([]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('usage: sealcache');
});

test.each(COMMANDS.map(({ name }) => name))('%s --help names its options', async (name) => {
  const { status, stdout } = await here([name, '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^usage: sealcache ${name}`));
  for (const option of Object.keys(COMMANDS.find((c) => c.name === name)?.options ?? {})) {
    expect(stdout).toContain(`  --${option}`);
  }
  expect((await here(['help', name])).stdout).toBe(stdout);
});

test('no line of help is wider than a terminal of 120 columns', async () => {
  for (const args of [['--help'], ...COMMANDS.map(({ name }) => [name, '--help'])]) {
    const lines = (await here(args)).stdout.split('\n');
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  }
});

test('a reader that stops early ends the tool without a word', async () => {
  const line = `'${process.execPath}' '${MAIN}' completion zsh | head -c 10; echo " \${PIPESTATUS[0]}"`;
  const child = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  expect([child.stdout, child.stderr]).toEqual(['#compdef s 0\n', '']);
});

test('--version is that of the package', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  expect((await cli(['--version'])).stdout).toBe(`${version}\n`);
});

test.each([
  [['fingerprnt'], 'there is no command fingerprnt; did you mean fingerprint?'],
  [['zzz'], 'there is no command zzz; sealcache --help lists them'],
  [['-x'], 'there is no command -x'],
  [['fingerprint', '--tennant', 'a'], 'there is no option --tennant; did you mean --tenant?'],
  [['fingerprint', '-t', 'a'], 'there is no option --t'],
  [['fingerprint', '--tenant'], '--tenant needs a value'],
  [['fingerprint', '--tenant', '--key-env'], '--tenant needs a value'],
  [['fingerprint', '--tenant', 'a', '--tenant', 'b'], '--tenant is given twice'],
  [['fingerprint', '--tenant', 'a', 'more'], 'there are too many arguments'],
  [['fingerprint', '--toString', 'a'], 'there is no option --toString'],
  [['fingerprint'], 'give --tenant'],
  [['keygen', '--', '--help'], 'there are too many arguments'],
])('refuses %j', async (args, message) => {
  const { status, stdout, stderr } = await here(args, { env: { SEALCACHE_MASTER_KEY: 'x' } });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test.each<[unknown, number, string]>([
  [new ConfigurationError('set it'), 2, 'set it'],
  [new BackendError('not there'), 3, 'not there'],
  [new TimeoutError('too late'), 3, 'too late'],
  [new EncryptionError('no'), 1, 'no'],
  // What a foreign error says may be a key, an address or a value.
  [new RangeError('61616161'), 4, 'unexpected: RangeError'],
  ['61616161', 4, 'unexpected: a thrown string'],
])('%s ends with status %i', (error, status, message) => {
  expect(failureOf(error)).toEqual({ status, message });
});

test.each([
  ['isnpect', 'inspect'],
  ['ins', 'inspect'],
  ['roatte', 'rotate'],
  ['openn', 'open'],
  ['toString', undefined],
  ['', undefined],
])('the command nearest to %s is %s', (given, name) => {
  expect(nearest(given, ['inspect', 'rotate', 'open', 'seal'])).toBe(name);
});

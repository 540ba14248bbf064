/** docs/cli.md against the tool: every command, option and status, and the examples as they print. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../js/cli/commands.ts';
import { EXIT } from '../../../js/cli/framework/exit-codes.ts';
import { cli } from './run-cli.ts';

const folder = new URL('../../../docs/', import.meta.url);
const page = readFileSync(new URL('cli.md', folder), 'utf8');

/** What stands under a heading of the second level. */
function section(title: string): string {
  const [, text] = new RegExp(`^## ${title}\\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/cli.md has no section ${title}`);
  return text;
}

/** Told of once, for all commands. */
const COMMON = ['key-env', 'key-fd', 'key-is-digest'];

test('has a section and a row for each command, and none for others', () => {
  const names = COMMANDS.map(({ name }) => name);
  for (const name of names) expect(page).toContain(`| [\`${name}\`](#${name}) |`);
  const titles = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(['Keys', 'Exit status', ...titles.slice(2)]);
  expect(titles.slice(2).sort()).toEqual([...names].sort());
});

test.each(COMMANDS)('tells of every option of $name', ({ name, options }) => {
  // seal shares those of open.
  const text = section(name) + (name === 'seal' ? section('open') : '');
  for (const option of Object.keys(options)) {
    const told = COMMON.includes(option) ? section('Keys') : text;
    expect(told, `--${option}`).toMatch(new RegExp(`--${option}\\b`));
  }
});

test('names no option that no command has', () => {
  const known = new Set(COMMANDS.flatMap(({ options }) => Object.keys(options)));
  const named = [...page.matchAll(/--([a-z][a-z-]*)/g)].map(([, option = '']) => option);
  expect(
    named.filter((option) => !known.has(option) && !['help', 'version'].includes(option)),
  ).toEqual([]);
});

test('lists every exit status', () => {
  const rows = [...section('Exit status').matchAll(/^\| (\d+) \|/gm)].map(([, code]) =>
    Number(code),
  );
  expect(rows).toEqual(Object.values(EXIT));
});

test('its example of inspect prints what it shows', async () => {
  const [, argument = '', shown] = /^\$ sealcache inspect (\S+)\n(.*?)^```/ms.exec(page) ?? [];
  expect((await cli(['inspect', argument])).stdout).toBe(shown);
});

test('its links lead somewhere', () => {
  for (const [, target = ''] of page.matchAll(/\]\(([^)]+)\)/g)) {
    const [file = '', anchor = ''] = target.split('#');
    if (file === '') expect(page.toLowerCase()).toContain(`## ${anchor}\n`);
    else expect(existsSync(new URL(file, folder)), target).toBe(true);
  }
});

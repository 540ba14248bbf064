import type { Command } from './command.ts';
import type { Option } from './options.ts';

const PROGRAM = 'sealcache';

export function overallHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): Row => [name, summary]);
  return [
    `usage: ${PROGRAM} <command> [options]`,
    '',
    'commands:',
    ...columns(rows),
    '',
    `${PROGRAM} <command> --help tells of one; ${PROGRAM} --version prints the version.`,
    'Keys are read from the environment or a file descriptor, never from the command line.',
    'Exit status: 0 yes, 1 no, 2 wrong command or key, 3 a file or store out of reach, 4 unknown error.',
  ].join('\n');
}

export function commandHelp({ name, summary, usage, details, options }: Command): string {
  const lead = usage.map((rest, i) =>
    `${i === 0 ? 'usage: ' : '       '}${PROGRAM} ${name} ${rest}`.trimEnd(),
  );
  const rows = Object.entries(options).map(
    ([option, told]): Row => [spelt(option, told), told.help],
  );
  return [
    ...lead,
    '',
    `${summary}.`,
    ...(details.length === 0 ? [] : ['', ...details]),
    ...(rows.length === 0 ? [] : ['', 'options:', ...columns(rows)]),
  ].join('\n');
}

function spelt(name: string, option: Option): string {
  return option.type === 'boolean' ? `--${name}` : `--${name} <${option.value}>`;
}

type Row = readonly [left: string, right: string];

function columns(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

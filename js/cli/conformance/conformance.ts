import { Report } from '../../conformance/report.ts';
import { type Row, runRow } from '../../conformance/row.ts';
import { UsageError } from '../framework/cli-error.ts';
import { command } from '../framework/command.ts';
import { print } from '../framework/context.ts';
import { EXIT } from '../framework/exit-codes.ts';
import { TARGETS, type TargetName, targetOf } from './targets.ts';
import { readVectorFolder, type VectorFolder } from './vector-folder.ts';

interface FailedRow {
  readonly file: string;
  readonly target: string;
  readonly row: string;
  readonly why: string;
}

interface Outcome {
  readonly report: Report;
  readonly failures: readonly FailedRow[];
}

export const conformance = command({
  name: 'conformance',
  summary: 'runs a folder of CacheKit vectors on the cores of this package',
  usage: ['<folder> [--target native|wasm] [--json]'],
  details: [
    'Prints for each file and target how many rows ran, passed and do not apply, with the reasons. Rows',
    'that need a step no public call shows, a given nonce say, do not apply: the tests of the project run',
    'them on a build with hooks. Status 1: a row failed, or a file is broken.',
  ],
  options: {
    target: {
      type: 'string',
      value: 'core',
      choices: TARGETS,
      help: 'one core only, native or wasm',
    },
    json: { type: 'boolean', help: 'print JSON' },
  },
  most: 1,
  async run(given, context) {
    const [folder] = given.positionals;
    if (folder === undefined) throw new UsageError('name the folder of the vectors');
    const vectors = await readVectorFolder(folder);
    const names = TARGETS.filter((name) => (given.text('target') ?? name) === name);
    const outcome = await runAll(vectors.rows, names);
    print(context, given.flag('json') ? asJson(vectors, outcome) : asText(vectors, outcome));
    const bad = outcome.failures.length + vectors.broken.length;
    return bad === 0 ? EXIT.ok : EXIT.no;
  },
});

async function runAll(rows: readonly Row[], names: readonly TargetName[]): Promise<Outcome> {
  const targets = await Promise.all(names.map(targetOf));
  const report = new Report();
  const failures: FailedRow[] = [];
  for (const row of rows) {
    for (const target of targets) {
      const outcome = await runRow(row, target);
      report.add(target.name, row, outcome);
      if (outcome.state !== 'failed') continue;
      const { file, group, name } = row;
      const why = outcome.error instanceof Error ? outcome.error.message : 'failed';
      failures.push({ file, target: target.name, row: `${group}: ${name}`, why });
    }
  }
  return { report, failures };
}

function asText({ unknown, broken }: VectorFolder, { report, failures }: Outcome): string {
  const ran = report.files.reduce((sum, file) => sum + file.ran, 0);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
  return [
    report.toString(),
    ...section('no rows are written for', unknown),
    ...section(
      'broken files',
      broken.map(({ file, why }) => `${file}: ${why}`),
    ),
    ...section(
      'failed',
      failures.map(({ file, target, row, why }) => `${file}, ${target}, ${row}: ${why}`),
    ),
    '',
    `${ran} rows ran, ${ran - failures.length} passed`,
  ].join('\n');
}

function asJson({ unknown, broken }: VectorFolder, { report, failures }: Outcome): string {
  return JSON.stringify({ files: report.files, unknown, broken, failures });
}

import { cpus } from 'node:os';
import { loadNodeCore } from '../../core/node-core.ts';
import { UsageError } from '../framework/cli-error.ts';
import { command } from '../framework/command.ts';
import { print } from '../framework/context.ts';
import { EXIT } from '../framework/exit-codes.ts';
import { type Times, timesOf } from './workloads.ts';

const SIZES = [100, 1024, 65_536];
const DEFAULT_MS = 200;
const HEADINGS = ['bytes', 'seal', 'node:crypto', 'open', 'node:crypto', 'set', 'get'];

export const bench = command({
  name: 'bench',
  summary: 'times sealing, opening, set and get on this machine, beside node:crypto',
  usage: ['[--time <ms>] [--json]'],
  details: [
    'Microseconds of one operation. seal and open are of random bytes, set and get of a text in an',
    'encrypted cache in memory, without L1. A glance, not a benchmark: other work on the machine counts.',
  ],
  options: {
    time: {
      type: 'string',
      value: 'ms',
      help: `of each measurement, 1 to 60000, default ${DEFAULT_MS}`,
    },
    json: { type: 'boolean', help: 'print JSON' },
  },
  most: 0,
  async run(given, context) {
    const milliseconds = timeOf(given.text('time'));
    const { kind } = await loadNodeCore();
    const processor = cpus()[0]?.model ?? 'unknown processor';
    const node = process.version;
    const times: Times[] = [];
    for (const bytes of SIZES) times.push(await timesOf(bytes, milliseconds));
    if (given.flag('json')) print(context, JSON.stringify({ core: kind, node, processor, times }));
    else print(context, `${kind} core, Node.js ${node}, ${processor}; µs`, '', ...table(times));
    return EXIT.ok;
  },
});

function timeOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MS;
  const milliseconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (milliseconds >= 1 && milliseconds <= 60_000) return milliseconds;
  throw new UsageError('--time is a number of milliseconds from 1 to 60000');
}

function table(times: readonly Times[]): readonly string[] {
  const rows = [
    HEADINGS,
    ...times.map(({ bytes, seal, nodeSeal, open, nodeOpen, set, get }) => [
      bytes.toString(),
      ...[seal, nodeSeal, open, nodeOpen, set, get].map((microseconds) => microseconds.toFixed(2)),
    ]),
  ];
  const widths = HEADINGS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) => row.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  '));
}

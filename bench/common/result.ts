import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Machine, machine } from './machine.ts';

/** Where `--save` puts the run of a command. */
export const RESULTS = join(import.meta.dirname, '..', 'results');

/** What every command writes: what it measured and where. */
export interface Run<T> {
  readonly command: string;
  readonly machine: Machine;
  readonly measured: T;
}

export interface OutputOptions {
  /** Prints JSON instead of a table. */
  readonly json?: boolean | undefined;
  /** Also writes `bench/results/<command>.json`. */
  readonly save?: boolean | undefined;
}

/** The options each command has; spread into the `options` of `parseArgs`. */
export const OUTPUT_OPTIONS = {
  json: { type: 'boolean' },
  save: { type: 'boolean' },
} as const;

/** Measures, then prints and keeps the result as the options say. */
export async function publish<T>(
  command: string,
  options: OutputOptions,
  measure: () => Promise<T>,
  lines: (measured: T) => readonly string[],
): Promise<T> {
  const place = machine();
  const measured = await measure();
  const run: Run<T> = { command, machine: place, measured };
  const text = `${JSON.stringify(run, null, 2)}\n`;
  if (options.save) {
    const file = join(RESULTS, `${command}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (options.json) process.stdout.write(text);
  else
    console.log([`${place.processor}, Node.js ${place.node}`, '', ...lines(measured)].join('\n'));
  return measured;
}

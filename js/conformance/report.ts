/** How many rows of each vector file ran on each target, and why others did not. */
import type { Outcome, Row } from './row.ts';

interface Tally {
  ran: number;
  passed: number;
  readonly reasons: Map<string, number>;
}

/** What ran of one file on one target. */
export interface FileReport {
  readonly file: string;
  readonly target: string;
  readonly ran: number;
  readonly passed: number;
  /** How many rows did not run, by the reason. */
  readonly notApplicable: Readonly<Record<string, number>>;
}

export class Report {
  readonly #tallies = new Map<string, Tally>();
  readonly #absent = new Set<string>();

  add(targetName: string, row: Row, outcome: Outcome): void {
    const tally = this.#tally(row.file, targetName);
    if (outcome.state === 'notApplicable') {
      tally.reasons.set(outcome.reason, (tally.reasons.get(outcome.reason) ?? 0) + 1);
      return;
    }
    tally.ran += 1;
    if (outcome.state === 'passed') tally.passed += 1;
  }

  /** A vector file that this machine does not have: reported, not failed. */
  notHere(file: string): void {
    this.#absent.add(file);
  }

  /** Each file on each target, in the order of the rows. */
  get files(): readonly FileReport[] {
    return [...this.#tallies].map(([key, { ran, passed, reasons }]) => {
      const [file = '', target = ''] = key.split('\n');
      const notApplicable = Object.fromEntries(reasons);
      return { file, target, ran, passed, notApplicable };
    });
  }

  toString(): string {
    const lines = [
      ['vector file', 'target', 'ran', 'passed', 'n/a'],
      ...[...this.#tallies].map(([key, { ran, passed, reasons }]) => [
        ...key.split('\n'),
        `${ran}`,
        `${passed}`,
        `${sum(reasons)}`,
      ]),
      ...[...this.#absent].map((file) => [file, 'not here', '-', '-', '-']),
    ];
    return [...aligned(lines), ...this.#reasonLines()].join('\n');
  }

  #tally(file: string, targetName: string): Tally {
    const key = `${file}\n${targetName}`;
    const tally = this.#tallies.get(key) ?? { ran: 0, passed: 0, reasons: new Map() };
    this.#tallies.set(key, tally);
    return tally;
  }

  #reasonLines(): readonly string[] {
    const lines = [...this.#tallies].flatMap(([key, { reasons }]) =>
      [...reasons].map(([reason, count]) => `  ${key.replace('\n', ', ')}: ${count} × ${reason}`),
    );
    return lines.length === 0 ? [] : ['', 'not applicable:', ...lines];
  }
}

function sum(reasons: ReadonlyMap<string, number>): number {
  return [...reasons.values()].reduce((total, count) => total + count, 0);
}

function aligned(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines.map((line) =>
    line
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

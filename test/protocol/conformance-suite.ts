/** Runs conformance rows as vitest tests, in Node and in workerd alike, and prints the report. */
import { afterAll, describe, test } from 'vitest';
import { Report } from '../../js/conformance/report.ts';
import { type Row, runRow } from '../../js/conformance/row.ts';
import type { ConformanceTarget } from '../../js/conformance/target.ts';

/** The slowest row hashes 8 MB in BigInt arithmetic. */
const timeoutMs = 60_000;

export interface ConformanceVectors {
  readonly rows: readonly Row[];
  /** Files that are not on this machine: reported, not failed. */
  readonly notHere: readonly string[];
}

export function conformanceSuite(
  target: ConformanceTarget,
  { rows, notHere }: ConformanceVectors,
): void {
  const report = new Report();
  for (const file of notHere) report.notHere(file);
  const files = [...new Set(rows.map((row) => row.file))];

  describe.each(files)(`%s on ${target.name}`, (file) => {
    const cases = rows
      .filter((row) => row.file === file)
      .map((row) => ({ title: `${row.group}: ${row.name}`, row }));
    test.for(cases)('$title', { timeout: timeoutMs }, async ({ row }, { skip }) => {
      const outcome = await runRow(row, target);
      report.add(target.name, row, outcome);
      if (outcome.state === 'failed') throw outcome.error;
      if (outcome.state === 'notApplicable') skip(outcome.reason);
    });
  });

  afterAll(() => console.log(report.toString()));
}

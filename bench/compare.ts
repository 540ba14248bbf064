import type { Report } from './report.ts';

const FAIL_ABOVE = 0.02;
const WARN_ABOVE = 0.01;

/** Prints the difference of each workload. False where one got worse by more than 2 %. */
export function compare(base: Report, now: Report): boolean {
  const differences = Object.keys(base.fingerprint).filter(
    (name) => base.fingerprint[name] !== now.fingerprint[name],
  );
  if (differences.length > 0) {
    console.log(`not compared: ${differences.join(', ')} differ from the baseline's`);
    return true;
  }
  let passed = true;
  for (const [name, { median }] of Object.entries(now.workloads)) {
    const before = base.workloads[name];
    if (before === undefined) continue;
    const change = median / before.median - 1;
    const verdict = change > FAIL_ABOVE ? 'FAILED' : change > WARN_ABOVE ? 'warning' : '';
    console.log(`${name.padEnd(28)} ${(change * 100).toFixed(2).padStart(7)} %  ${verdict}`);
    passed &&= change <= FAIL_ABOVE;
  }
  return passed;
}

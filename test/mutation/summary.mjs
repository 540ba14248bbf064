import { relative } from 'node:path';

const KILLED = new Set(['Killed', 'Timeout']);
const LEFT = new Set(['Survived', 'NoCoverage']);

/** One line for each change that no test noticed. */
export function survivorLines(results) {
  return results
    .filter(({ status }) => LEFT.has(status))
    .map(({ fileName, location, mutatorName, status, replacement }) => {
      const { line, column } = location.start;
      const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
      return `${place} ${status} ${mutatorName}: ${replacement.replace(/\s+/g, ' ')}`;
    });
}

/** The rows of docs/mutation.md: file, mutants, killed, score. */
export function tableLines(results) {
  const rows = new Map();
  for (const { fileName, status } of results) {
    if (!KILLED.has(status) && !LEFT.has(status)) continue;
    for (const name of [relative(process.cwd(), fileName), 'together']) {
      const row = rows.get(name) ?? { mutants: 0, killed: 0 };
      row.mutants += 1;
      if (KILLED.has(status)) row.killed += 1;
      rows.set(name, row);
    }
  }
  const last = (name) => (name === 'together' ? '￿' : name);
  const sorted = [...rows].sort(([a], [b]) => (last(a) < last(b) ? -1 : 1));
  return [
    '| File | Mutants | Killed | Score |',
    '|---|---:|---:|---:|',
    ...sorted.map(([name, { mutants, killed }]) => {
      const score = ((100 * killed) / mutants).toFixed(1);
      return `| ${name} | ${mutants} | ${killed} | ${score} % |`;
    }),
  ];
}

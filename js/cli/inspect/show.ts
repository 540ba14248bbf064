import type { Reading } from './reading.ts';

/** One line for each fact; what lies inside is indented. */
export function readingLines(reading: Reading, indent = ''): readonly string[] {
  const { kind, bytes, facts, damage, holds } = reading;
  const name = kind === 'sealed blob' ? 'looks like a sealed blob' : kind;
  return [
    `${indent}${bytes} bytes: ${name}${damage === undefined ? '' : ', damaged'}`,
    ...Object.entries(facts).map(([fact, value]) => `${indent}  ${fact}: ${value}`),
    ...(damage === undefined ? [] : [`${indent}  damage: ${damage}`]),
    ...(holds === undefined ? [] : readingLines(holds, `${indent}  `)),
  ];
}

/** The table of SECURITY.md and the suite say the same: every row has its test, every test its row. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTACKS } from './attacks/index.ts';

const HEADING = '## What an attacker can try\n';
const security = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const [, after = ''] = security.split(HEADING);
const [section = ''] = after.split(/^## /m);
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  .filter(([first = '']) => first !== 'Attempt' && !/^-+$/.test(first));
const titles = ATTACKS.map(({ title }) => title);

test('each row says what is tried, what comes of it, and which test shows it', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row).toHaveLength(3);
    for (const cell of row) expect(cell, row.join(' | ')).not.toBe('');
  }
});

test('each row names a test, each test has one row', () => {
  const named = rows.map((row) => row[2]);
  expect(named.filter((name) => !titles.includes(name ?? ''))).toEqual([]);
  expect(titles.filter((title) => !named.includes(title))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
  expect(new Set(titles).size).toBe(titles.length);
});

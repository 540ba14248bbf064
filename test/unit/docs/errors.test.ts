/** docs/errors.md tells of every code, class and reason, and each reason with its code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORE_ERRORS } from '../../../js/core/core-error.ts';
import * as errors from '../../../js/errors.ts';

const text = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');

/** The cells of the table rows under a heading, without their back quotes. */
function rows(heading: string): string[][] {
  const [, after = ''] = text.split(`## ${heading}\n`);
  const [part = ''] = after.split('\n## ');
  return part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
}

describe('docs/errors.md', () => {
  test('has each class with its code', () => {
    const made = Object.values(errors)
      .filter((type) => type !== errors.CachekitError)
      .map((type) => Reflect.construct(type, ['message']))
      .map(({ code, name }) => `${code} ${name}`);
    const told = rows('Codes').map(([, code, type = '']) => `${code} ${type.split(',')[0]}`);
    expect(told.sort()).toEqual(made.sort());
  });

  test('has each reason with the code of its class', () => {
    const made = CORE_ERRORS.map(({ number, reason, type }) => {
      const { code } = new type(`${number}`);
      return `${reason} ${code}`;
    });
    const told = rows('Reasons').map(([, reason, code]) => `${reason} ${code}`);
    expect(told.sort()).toEqual(made.sort());
  });
});

/** The README's first example is run as it stands. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, printedBy } from './docs/examples.ts';

test('the example for Node prints what was stored', () => {
  const example = blocksOf('README.md').find(({ language }) => language === 'js');
  if (example === undefined) throw new Error('README.md has no js example');
  const printed = printedBy(example.text, (text, folder) =>
    text.replace('/tmp/sealcache-example', join(folder, 'entries')),
  );
  expect(printed).toContain("name: 'Ada'");
  expect(printed).toContain('1815-12-10');
});

/** Every example of docs/interop.md prints what stands below it. */
import { expect, test } from 'vitest';
import { blocksOf, printedBy } from './examples.ts';

const blocks = blocksOf('docs/interop.md');
const examples = blocks.flatMap(({ language, text }, at) =>
  language === 'js' ? [{ example: text, printed: blocks[at + 1] }] : [],
);

test('docs/interop.md has examples, each with what it prints, and no other blocks', () => {
  expect(examples.length).toBeGreaterThan(0);
  expect(blocks.map(({ language }) => language)).toEqual(examples.flatMap(() => ['js', 'text']));
});

test.for(examples.map((each, at) => ({ ...each, number: at + 1 })))(
  'example $number of docs/interop.md prints what stands below it',
  ({ example, printed }) => {
    expect(printedBy(example)).toBe(printed?.text);
  },
);

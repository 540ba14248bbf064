/** Every decision of docs/protocol-decisions.md names tests, and every test that it names exists. */
import { describe, expect, test } from 'vitest';
import { documentText } from './examples.ts';

interface NamedTest {
  readonly path: string;
  readonly title: string;
}

interface Decision {
  readonly heading: string;
  readonly body: string;
  readonly tests: readonly NamedTest[];
}

const decisions = documentText('docs/protocol-decisions.md')
  .split(/^### /m)
  .slice(1)
  .map((section): Decision => {
    const [heading = '', ...lines] = section.split(/^## /m)[0]?.split('\n') ?? [];
    return { heading, body: lines.join('\n'), tests: lines.flatMap(testsOf) };
  });

function testsOf(line: string): readonly NamedTest[] {
  if (!line.startsWith('- ')) return [];
  const [path = '', ...titles] = [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return titles.map((title) => ({ path, title }));
}

/** Whether a file declares a test, or a vector file has a row, of exactly this title. */
function declares({ path, title }: NamedTest): boolean {
  const source = documentText(path);
  if (path.endsWith('.json')) return source.includes(`"name":${JSON.stringify(title)},`);
  if (path.endsWith('.cc')) {
    const [suite = '', name = ''] = title.split('.');
    return new RegExp(`^TEST(_F|_P)?\\(${suite}, ${name}\\) \\{$`, 'm').test(source);
  }
  return ["'", '"', '`'].some((quote) =>
    source
      .split(`${quote}${title}${quote},`)
      .slice(0, -1)
      .some((before) => before.trimEnd().endsWith('(')),
  );
}

describe('docs/protocol-decisions.md', () => {
  test('decides all fifteen points', () => {
    const numbers = decisions.map(({ heading }) => Number.parseInt(heading, 10)).filter(Boolean);
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
  });

  test.for(decisions)('says of "$heading" what, why and where it is tested', (decision) => {
    expect(decision.body).toMatch(/\bChoice: /);
    expect(decision.body).toMatch(/^\* Why\b/m);
    expect(decision.tests).not.toEqual([]);
  });

  test.for(decisions.flatMap(({ tests }) => tests))('names $path: $title', (named) => {
    expect(declares(named)).toBe(true);
  });

  test('would notice a test that does not exist', () => {
    const path = 'test/core/nonce_test.cc';
    expect(declares({ path, title: 'NonceSource.StartsAtZero' })).toBe(true);
    expect(declares({ path, title: 'NonceSource.StartsAt' })).toBe(false);
    const own = 'test/unit/docs/decisions.test.ts';
    expect(declares({ path: own, title: 'decides all fifteen points' })).toBe(true);
    expect(declares({ path: own, title: 'decides all fifteen' })).toBe(false);
    const vectors = 'test/vectors/keyrings.json';
    expect(declares({ path: vectors, title: 'previous key twice' })).toBe(true);
    expect(declares({ path: vectors, title: 'previous key' })).toBe(false);
  });
});

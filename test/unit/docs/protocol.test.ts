/** Sections of the protocol that the sources cite are in docs/protocol.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentText } from './examples.ts';

const SOURCES = /^(?!.*node_modules).*\.(ts|mjs|cc|h)$/;

function sourcesOf(folder: string): readonly string[] {
  const url = new URL(`../../../${folder}/`, import.meta.url);
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCES.test(file))
    .map((file) => readFileSync(new URL(file, url), 'utf8'));
}

test('docs/protocol.md has every section that the sources cite', () => {
  const sections = [...documentText('docs/protocol.md').matchAll(/^##+ ([0-9.]+[a-z]?) /gm)].map(
    ([, number]) => number,
  );
  const cited = ['js', 'shared', 'native', 'wasm', 'test', 'test-workers']
    .flatMap(sourcesOf)
    .flatMap((text) => [...text.matchAll(/PROTOCOL §(\d+(?:\.\d+)?[a-z]?)/g)])
    .map(([, number]) => number);
  expect(cited.length).toBeGreaterThan(100);
  expect([...new Set(cited)].filter((number) => !sections.includes(number))).toEqual([]);
});

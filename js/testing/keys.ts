import type { Backend } from '../backends/backend.ts';
import { expectBytes, expectThat } from './expectations.ts';
import { keyAccepted } from './key-acceptance.ts';
import { numbered } from './samples.ts';
import type { Section } from './section.ts';

/** Of the kind that caches make: every store takes them. */
const PLAIN = ['a', 'A', '0', 'key-1', 'user:42', 'a_b.c', 'sealcache-tag:v1:00ff'];

/** What stores take for something else, cut off, fold or cannot write. */
const ODD = [
  ...['', ' ', 'a ', ' a', 'a\0', 'a\0b', 'a\n', 'a\r\nb', 'a\t', '\x7f', '\u0085', '\u2028'],
  ...['.', '..', '../a', './a', 'a/b', 'a//b', '/a', 'a\\b', 'C:', '%61', '%2e', 'a%', '?a', '#a'],
  ...['*', 'a*', '[a]', '{a}', '$a', "a'", 'a"', '`a`', '; --', '-a', '~', '@', '+', ' + '],
  ...['é', 'e\u0301', '\ufeffa', 'ß', 'ẞ', 'ss', 'ı', 'I', 'ключ', '鍵', '😀', '\u{10ffff}'],
  ...['\ud800', '\udfff', '\ufffd', '__proto__', 'constructor', 'hasOwnProperty', 'toString'],
  ...['null', 'undefined', 'true', '00', '1e0', 'health', 'ttl', 'lock', 'a:lock'],
];

export const keys: Section = (test, { maxKeyBytes, maxKeyCharacters }) => {
  test('takes keys of ASCII letters, digits, "-", "_", "." and ":"', async ({ store }) => {
    for (const key of PLAIN) {
      expectThat(`the key ${JSON.stringify(key)} to be taken`, await keyAccepted(store, key));
    }
    await expectApart(store, PLAIN);
  });

  test('keeps odd keys apart, or refuses them', async ({ store }) => {
    const taken = [...PLAIN];
    for (const key of ODD) if (await keyAccepted(store, key)) taken.push(key);
    await expectApart(store, taken);
  });

  const longest = maxKeyBytes ?? maxKeyCharacters;
  if (longest === undefined) return;
  const narrow = 'k'.repeat(longest);
  // Two bytes each.
  const wide = 'é'.repeat(maxKeyBytes === undefined ? longest : Math.floor(longest / 2));

  test(`takes keys as long as ${longest}`, async ({ store }) => {
    const longKeys = [narrow, wide, `${narrow.slice(1)}x`, `${wide.slice(1)}ü`];
    for (const key of longKeys) {
      const what = `a key of ${key.length} characters to be taken`;
      expectThat(what, await keyAccepted(store, key));
    }
    await expectApart(store, longKeys);
  });

  test('refuses longer ones', async ({ store }) => {
    for (const key of [`${narrow}k`, `${wide}é`]) {
      const what = `a key of ${key.length} characters, which is too long, to be refused`;
      expectThat(what, !(await keyAccepted(store, key)));
    }
  });
};

async function expectApart(store: Backend, names: readonly string[]): Promise<void> {
  for (const [i, key] of names.entries()) await store.set(key, numbered(i));
  for (const [i, key] of names.entries()) {
    expectBytes(`get(${JSON.stringify(key)}) beside other keys`, await store.get(key), numbered(i));
  }
}

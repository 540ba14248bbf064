/** Each fault that others shipped, and that could come up here, has a test named for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** By id: what must not come back. A: lacks of another SDK. B: what it and its siblings had to fix. */
const RULES: Readonly<Record<string, string>> = {
  A1: 'no caller can change the value of another one',
  A2: 'a value has one type, whichever tier it comes from',
  A3: 'a function that finds nothing is asked once',
  A4: 'skipL1 asks the store',
  A5: 'what was begun before a change is not kept after it',
  A6: 'callers of one key share a read and a computation, and each may leave alone',
  A7: 'arguments that are not equal have different keys',
  A8: 'equal arguments have one key, in whatever order they are held',
  A9: '__proto__ is data, and what cannot be told apart is refused',
  A10: 'arguments without a key are refused by an error of ours',
  A11: 'functions of one namespace are kept apart by name; an empty namespace is refused',
  A12: 'without options for reliability no failure passes in silence',
  A13: 'one rule for TTLs, for every store; fractions round up',
  A14: 'a half-open breaker gets every slot back',
  A15: 'default labels are declared, and caches on one registry do not overwrite each other',
  A16: 'metrics make no operation wait, and cost no clock while they are off',
  A17: 'a value is walked once in each direction',
  A18: 'the core hashes arguments',
  A19: 'one key can be invalidated in every process',
  A20: 'nobody without the key can invalidate an encrypted cache',
  A21: 'stores do not fill up with what has expired, and look for an entry without its body',
  A22: 'batches, tags, sliding and negative TTLs, jitter, stale values, signals, timeouts, events, counts',
  A24: 'no text of a key stays in memory, and close wipes keys at once',
  A25: 'spent nonces are told by a number, not by a text',
  A26: 'failing closed for entries does not give up the protection against an outage',
  A27: 'short-lived caches of one process draw random bits once',
  A28: 'secure.wrap is there only where entries are encrypted',
  B1: 'L1 of an encrypted cache holds ciphertext',
  B2: 'the tenant is resolved once, for keys and entries alike',
  B3: 'an entry is bound to its key with the prefix of the store',
  B4: 'secure.wrap refuses a plaintext cache when it wraps',
  B5: 'configuration decides how an entry is read, never a look at it',
  B6: 'a key that is too long is refused before anything is asked, and never absorbed',
  B7: 'values that cannot be encoded never open the breaker',
  B8: 'with the breaker open there are still bytes for L1',
  B9: 'entries that cannot be read are not read again and never open the breaker',
  B10: 'only failures in passing are retried and counted',
  B11: 'a write that the store refused still fills L1',
  B12: 'a rejected write is one line a minute, by the digest of its key',
  B13: 'absorbed failures of the cipher are logged',
  B14: 'L1 keeps no entry longer than the store does',
  B15: 'what a service says of freshness is read strictly, and nothing stale is kept',
  B16: 'a TTL that is no positive number is refused everywhere',
  B17: 'an entry is gone when the clock reaches its deadline',
  B18: 'no finite TTL becomes nothing or for ever',
  B19: 'NaN and Infinity are no TTLs',
  B20: 'L1 charges what entries take in memory, not only their bytes',
  B21: 'one huge entry does not empty L1',
  B22: 'no size that is claimed can spoil the sum of all',
  B23: 'a refresh that cannot be stored is not run with every read, and takes no slot from others',
  B24: 'a late refresh does not overwrite a write',
  B25: 'work that was torn down holds nobody for ever; work behind a reader is handed to the platform',
  B26: 'under a lock the store is read again only after a wait, and the lock is given back',
  B27: 'a lease is a text that is not empty',
  B28: 'a token of a lock is in no URL',
  B29: 'keys that mean something else to the store are refused',
  B30: 'no redirect is followed with a key',
  B31: 'all tries of a call share one deadline',
  B32: 'a server that stalls costs its operation, not all later ones',
  B33: 'limits of the store are checked before anything is sent',
  B34: 'a package that does not load is reported once',
  B35: 'a url is checked in the form in which it is used',
  B36: 'a delete is always sent',
  B37: 'a store is not made to say what it does not know',
  B38: 'entries are packed by default, on every store',
  B39: 'the older form of an envelope is read, and verified',
  B40: 'headers that claim much take no memory',
  B41: 'sizes are held to the reader’s own limit before memory is taken',
  B42: 'every number is checked, before anything is opened',
  B43: 'what cannot come back equal is refused, whatever it says it is',
  B44: '__proto__ and U+FEFF are data',
  B45: 'symbol keys are refused, not dropped',
  B46: 'limits are looked at before the work',
  B47: 'namespaces that mean something to a service are refused when a function is wrapped',
  B48: 'events are bounded and checked; an invalidation that does nothing is an error',
  B49: 'foreign text is escaped before it is logged',
  B50: 'an option that is not applied is refused, inherited and hidden ones too',
  B51: 'failing callbacks of the application are contained',
  B52: 'no option does nothing',
  B53: 'only thenables are awaited, and sealing adds no wait',
  B54: 'an encrypted cache takes no plaintext',
  B55: 'there is one way of reading, and it removes what nobody can open',
  B56: 'what is given wins over the environment',
  B57: 'a store gives back the bytes it was given, all of them',
  B58: 'keys are read when a cache is made, and none is an error',
  B59: 'everything can be dropped, and only by name',
  B60: 'every limit has a test that exceeds it',
  B61: 'names and bytes on the wire are pinned literally',
  B62: 'the engine’s tests run on each target',
  B63: 'extreme settings are refused, or kept within what memory allows',
  B64: 'a value that is too large never looks like a failure in passing',
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['test', 'test-workers'];

/** Paths of files with tests, from the project's folder on. */
function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:\.test|-suite)\.ts$/.test(name))
      .map((name) => join(folder, name)),
  ).filter((name) => basename(name) !== 'pitfalls.test.ts');
}

const LITERAL = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
const IN_FRONT = /^(?:\$\{name\}, )?((?:[AB]\d+(?:,? |(?=:)))+)/;
const BEHIND = / \(([AB]\d+)\)$/;

/** The ids that titles in a source begin or end with. */
function idsIn(source: string): string[] {
  const ids: string[] = [];
  for (const [, , title = ''] of source.matchAll(LITERAL)) {
    const named = IN_FRONT.exec(title)?.[1] ?? BEHIND.exec(title)?.[1] ?? '';
    ids.push(...(named.match(/[AB]\d+/g) ?? []));
  }
  return ids;
}

describe('the search for ids', () => {
  test.each([
    [`test('A1: a', () => {})`, ['A1']],
    [`test('B12, B13: a')`, ['B12', 'B13']],
    [`it('A9 B44 keeps it')`, ['A9', 'B44']],
    [`['B45 a symbol key', 1]`, ['B45']],
    [`describe(\`\${name}, A20: who may\`)`, ['A20']],
    [`it('expires (B17)')`, ['B17']],
    [`// A1: not a test`, []],
    [`test('as in A1 and B2')`, []],
    [`const key = 'A';`, []],
  ])('in %j finds %j', (source, ids) => {
    expect(idsIn(source)).toEqual(ids);
  });
});

describe('pitfalls', () => {
  const named = new Set(
    testFiles().flatMap((name) => idsIn(readFileSync(join(root, name), 'utf8'))),
  );

  test.each(Object.entries(RULES))('%s has a test: %s', (id) => {
    // B62 is the test below.
    expect(id === 'B62' || named.has(id), `no test is named for ${id}`).toBe(true);
  });

  test('no test is named for a rule that there is not', () => {
    const known = (id: string) => {
      const number = Number(id.slice(1));
      return number >= 1 && number <= (id.startsWith('A') ? 28 : 64);
    };
    expect([...named].filter((id) => !known(id))).toEqual([]);
  });

  test('B62: every suite of the engine runs on both cores and in workerd', () => {
    const runners = testFiles().filter((name) => name.endsWith('.test.ts'));
    const importing = (folder: RegExp, suite: string) =>
      runners.some(
        (name) => folder.test(name) && readFileSync(join(root, name), 'utf8').includes(suite),
      );
    const files = testFiles().filter((name) => name.includes(join('suites', 'engine')));
    // A suite that another one runs goes where that one goes.
    const within = files.map((name) => readFileSync(join(root, name), 'utf8')).join('');
    const suites = files
      .map((name) => basename(name))
      .filter((name) => !within.includes(`from './${name}'`));
    expect(suites).toContain('pitfalls-suite.ts');
    const missing: string[] = [];
    for (const suite of suites) {
      for (const target of [/\.native\.test\.ts$/, /\.wasm\.test\.ts$/, /^test-workers/]) {
        // A Worker cannot listen to other processes between requests.
        const without = suite === 'invalidation-suite.ts' && target.test('test-workers');
        if (!without && !importing(target, `/${suite}'`)) missing.push(`${suite}: ${target}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

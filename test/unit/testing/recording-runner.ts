import { type BackendSubject, testBackend } from '../../../js/testing/index.ts';

/** The tests of a subject by their names, the groups in front, to be run one by one. */
export function testsOf(subject: BackendSubject): Map<string, () => Promise<void>> {
  const tests = new Map<string, () => Promise<void>>();
  const groups: string[] = [];
  const describe = (name: string, body: () => void): void => {
    groups.push(name);
    const before = tests.size;
    body();
    if (tests.size === before) throw new Error(`no test in ${groups.join(' > ')}`);
    groups.pop();
  };
  const test = (name: string, body: () => Promise<void>): void => {
    const path = [...groups, name].join(' > ');
    if (tests.has(path)) throw new Error(`two tests are called ${path}`);
    // Frameworks pass a callback to who takes one.
    if (body.length > 0) throw new Error(`${path} takes an argument`);
    tests.set(path, body);
  };
  testBackend({ describe, test }, subject);
  return tests;
}

/** How a test ended: `null` for passed. */
export async function failureOf(test: () => Promise<void>): Promise<unknown> {
  try {
    await test();
    return null;
  } catch (error) {
    return error;
  }
}

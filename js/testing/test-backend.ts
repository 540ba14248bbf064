import { type Check, runCheck } from './check.ts';
import { closing } from './closing.ts';
import { concurrency } from './concurrency.ts';
import { copies } from './copies.ts';
import { deleteMany } from './delete-many.ts';
import { entries } from './entries.ts';
import { expiry } from './expiry.ts';
import { faults } from './faults.ts';
import { getMany } from './get-many.ts';
import { getWithTtl } from './get-with-ttl.ts';
import { keys } from './keys.ts';
import { locks } from './locks.ts';
import { resolveSubject } from './resolve-subject.ts';
import { defineWith, type TestRunner } from './runner.ts';
import type { Section } from './section.ts';
import { setMany } from './set-many.ts';
import type { BackendSubject } from './subject.ts';
import { ttl } from './ttl.ts';
import { values } from './values.ts';

const SECTIONS: readonly (readonly [title: string, Section])[] = [
  ['entries', entries],
  ['bytes', values],
  ['copies', copies],
  ['keys', keys],
  ['TTLs', expiry],
  ['getWithTtl', getWithTtl],
  ['getTTL and refreshTTL', ttl],
  ['locks', locks],
  ['getMany', getMany],
  ['setMany', setMany],
  ['deleteMany', deleteMany],
  ['many at once', concurrency],
  ['closing', closing],
  ['failing stores', faults],
];

/**
 * Defines the tests that show whether a store keeps what `Backend` promises; call it at the top of a test
 * file. Each test opens a store of its own by `subject.create` and closes it. A test that fails rejects
 * with a `ComplianceError`, which says what was expected.
 *
 * ```ts
 * import { describe, it } from 'node:test';
 * import { testBackend } from 'sealcache/testing';
 *
 * testBackend({ describe, it }, { name: 'my store', create: () => new MyStore() });
 * ```
 *
 * Give your framework longer for a test than `operationTimeoutMs`, so that it is this suite that says what hangs.
 * @throws {ConfigurationError} for a subject that is unfit, or has a field nobody reads
 */
export function testBackend(runner: TestRunner, subject: BackendSubject): void {
  const define = defineWith(runner);
  const resolved = resolveSubject(subject);
  runner.describe(resolved.name, () => {
    for (const [title, section] of SECTIONS) {
      const checks: [name: string, Check][] = [];
      section((name, check) => checks.push([name, check]), resolved);
      // Some frameworks take a group without tests for a mistake.
      if (checks.length === 0) continue;
      runner.describe(title, () => {
        for (const [name, check] of checks) define(name, () => runCheck(resolved, check));
      });
    }
  });
}

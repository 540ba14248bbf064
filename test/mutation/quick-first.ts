import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Last of all: whatever fails before saves them. */
const SLOW = ['memory.test.ts', 'engine.test.ts'];

/** A mutant is done with at its first failing test, so the quick files run first. */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification) =>
      SLOW.findIndex((name) => file.moduleId.endsWith(name));
    return [...files].sort((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

import { describe, it } from 'vitest';
import type { TestRunner } from '../../js/testing/index.ts';

/** vitest with more time for each test than the longest that a store may take for one operation. */
export const vitestRunner: TestRunner = {
  describe: (name, body) => describe(name, { timeout: 60_000 }, body),
  it,
};

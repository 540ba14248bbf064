/** The reliability stack inside workerd, by the tests that Node runs. */
import { describe } from 'vitest';

const files = {
  abort: () => import('../test/unit/reliability/abort.test.ts'),
  'circuit breaker': () => import('../test/unit/reliability/circuit-breaker.test.ts'),
  classify: () => import('../test/unit/reliability/classify.test.ts'),
  degradation: () => import('../test/unit/reliability/degradation.test.ts'),
  'half-open slots': () => import('../test/unit/reliability/half-open-slots.test.ts'),
  'late result': () => import('../test/unit/reliability/late-result.test.ts'),
  off: () => import('../test/unit/reliability/off.test.ts'),
  options: () => import('../test/unit/reliability/options.test.ts'),
  retry: () => import('../test/unit/reliability/retry.test.ts'),
  'shared deadline': () => import('../test/unit/reliability/shared-deadline.test.ts'),
};

// Imported within a suite of its own, a file's hooks do not reach the tests of the others.
for (const [name, load] of Object.entries(files)) {
  describe(name, async () => {
    await load();
  });
}

import { defineConfig } from 'vitest/config';

/** What tests js/core, on both cores. */
export default defineConfig({
  test: {
    include: ['test/unit/core/**/*.test.ts', 'test/unit/cache/process-faults.test.ts'],
    // Instrumented, on a machine that may have more to do.
    testTimeout: 30_000,
    // Threads and minutes of sealing: they look for leaks and crashes of the C++ code.
    exclude: ['test/unit/core/native-{threads,memory}.test.ts'],
  },
});

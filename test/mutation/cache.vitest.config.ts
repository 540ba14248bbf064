import { defineConfig } from 'vitest/config';
import { QuickFirst } from './quick-first.ts';

/** What tests js/cache: on the native core, because the engine is the same on both. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{cache,config,invalidation,metrics}/**/*.test.ts',
      'test/mutation/engine.test.ts',
    ],
    exclude: [
      'test/unit/**/*.wasm.test.ts',
      // In its place stands engine.test.ts.
      'test/unit/cache/engine.native.test.ts',
      // Looks for texts in heap snapshots, which takes seconds and no logic of the engine.
      'test/unit/cache/key-text.test.ts',
    ],
    sequence: { sequencer: QuickFirst },
    isolate: false,
    // Instrumented, on a machine that may have more to do.
    testTimeout: 30_000,
  },
});

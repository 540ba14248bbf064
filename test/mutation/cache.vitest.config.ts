import { defineConfig } from 'vitest/config';

/** What tests js/cache: on the native core, because the engine is the same on both. */
export default defineConfig({
  test: {
    include: ['test/unit/{cache,config,invalidation,metrics}/**/*.test.ts'],
    exclude: ['test/unit/**/*.wasm.test.ts'],
  },
});

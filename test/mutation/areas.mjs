/** What is mutated, each area by the tests that are about it. */
export const areas = [
  {
    name: 'cache',
    mutate: ['js/cache/*.ts'],
    tests: 'test/mutation/cache.vitest.config.ts',
  },
  {
    name: 'core',
    // The loader of Workers runs inside workerd alone, where test-workers/ tests it.
    mutate: ['js/core/*.ts', '!js/core/wasm-loader-workers.ts', '!js/core/*.d.ts'],
    tests: 'test/mutation/core.vitest.config.ts',
  },
];

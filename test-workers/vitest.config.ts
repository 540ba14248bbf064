import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What runs inside workerd: the library, and in folders of their own what needs other bindings. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    projects: ['vitest.library.config.ts', '*/vitest.config.ts'],
  },
});

import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { buildPage } from '../../scripts/build-page.ts';

// What wrangler does before it bundles.
await buildPage();

/** The cache service with the bindings of its own configuration. */
export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: fileURLToPath(new URL('../../wrangler.toml', import.meta.url)) },
    }),
  ],
  test: {
    name: 'service',
    dir: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
  },
});

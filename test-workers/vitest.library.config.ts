import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { vectorTexts } from '../test/protocol/node-vectors.ts';

/** The vectors as a module: there is no disk inside workerd. */
const VECTORS = 'virtual:vectors';

export default defineConfig({
  plugins: [
    {
      name: 'vectors',
      resolveId: (id) => (id === VECTORS ? `\0${VECTORS}` : null),
      load: (id) =>
        id === `\0${VECTORS}` ? `export default ${JSON.stringify(vectorTexts())};` : null,
    },
    cloudflareTest({
      wrangler: { configPath: fileURLToPath(new URL('wrangler.test.toml', import.meta.url)) },
    }),
  ],
  test: {
    name: 'workers',
    dir: fileURLToPath(new URL('.', import.meta.url)),
    include: ['*.test.ts'],
    testTimeout: 60_000,
  },
});

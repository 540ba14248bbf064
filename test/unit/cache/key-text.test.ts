/** What a heap dump shows of master keys, looked for in a process of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('key-text-process.ts', import.meta.url));

test.each(['native', 'wasm'])(
  'A24: a cache in use holds no text of its keys (%s core)',
  { timeout: 60_000 },
  async (core) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script], {
      env: { ...process.env, SEALCACHE_CORE: core },
    });
    expect(JSON.parse(stdout)).toEqual({ control: true, shown: [] });
  },
);

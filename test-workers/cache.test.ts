/** The cache and the encryption manager inside workerd, by the suites that Node runs. */
import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { createCache, EncryptionManager, generateKey, WorkersKVBackend } from '../js/workers.ts';
import { cacheSuite } from '../test/suites/cache-suite.ts';
import { managerSuite } from '../test/suites/manager-suite.ts';

cacheSuite('workerd', createCache);
managerSuite('workerd', (...keys) => new EncryptionManager(...keys));

test('entries in Workers KV are ciphertext that a second cache opens', async () => {
  const masterKey = generateKey();
  const open = () =>
    createCache({ backend: new WorkersKVBackend(env.CACHE), encryption: { masterKey } });
  const value = { name: 'Ada', note: 'attack at dawn' };
  await open().set('user:1', value);
  const stored = await env.CACHE.get('user:1', 'arrayBuffer');
  expect(new TextDecoder('latin1').decode(stored ?? undefined)).not.toContain('attack');
  expect(await open().get('user:1')).toEqual(value);
});

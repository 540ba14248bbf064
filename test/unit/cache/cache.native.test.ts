import { expect, test } from 'vitest';
import { createCache, generateKey, MemoryBackend } from '../../../js/node.ts';
import { turnsUntilSettled } from '../../helpers/microtask-turns.ts';
import { cacheSuite } from '../../suites/cache-suite.ts';

cacheSuite('native core', createCache);

test('B53: an encrypted set settles in as many microtask turns as a plaintext one', async () => {
  const plain = createCache({ backend: new MemoryBackend() });
  const sealed = createCache({
    backend: new MemoryBackend(),
    encryption: { masterKey: generateKey() },
  });
  // The first use derives keys and loads the core, which is asynchronous.
  await Promise.all([plain.set('k', 1), sealed.set('k', 1)]);
  const expected = await turnsUntilSettled(() => plain.set('k', 1));
  expect(await turnsUntilSettled(() => sealed.set('k', 1))).toBe(expected);
});

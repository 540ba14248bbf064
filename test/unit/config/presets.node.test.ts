import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCache, generateKey, MemoryBackend } from '../../../js/node.ts';
import { presetsSuite } from '../../suites/presets-suite.ts';

presetsSuite('Node', createCache);

afterEach(() => vi.unstubAllEnvs());

describe('CACHEKIT_MASTER_KEY in the environment of the process', () => {
  const stored = async (backend: MemoryBackend) =>
    new TextDecoder('latin1').decode((await backend.get('a')) ?? undefined);

  test('is the key of secure', async () => {
    const masterKey = generateKey();
    const backend = new MemoryBackend();
    vi.stubEnv('CACHEKIT_MASTER_KEY', undefined);
    expect(() => createCache.secure({ backend })).toThrow(/CACHEKIT_MASTER_KEY/);
    vi.stubEnv('CACHEKIT_MASTER_KEY', masterKey);
    await createCache.secure({ backend }).set('a', 'plain words');
    expect(await stored(backend)).not.toContain('plain words');
    expect(await createCache({ backend, encryption: { masterKey } }).get('a')).toBe('plain words');
    vi.stubEnv('CACHEKIT_MASTER_KEY', generateKey());
    vi.stubEnv('CACHEKIT_PREVIOUS_MASTER_KEYS', masterKey);
    expect(await createCache.secure({ backend }).get('a')).toBe('plain words');
  });

  test.each([
    ['createCache', (backend: MemoryBackend) => createCache({ backend })],
    ['minimal', (backend: MemoryBackend) => createCache.minimal({ backend })],
    ['production', (backend: MemoryBackend) => createCache.production({ backend })],
  ])('encrypts nothing of %s', async (_name, make) => {
    vi.stubEnv('CACHEKIT_MASTER_KEY', generateKey());
    const backend = new MemoryBackend();
    await make(backend).set('a', 'plain words');
    expect(await stored(backend)).toContain('plain words');
  });
});

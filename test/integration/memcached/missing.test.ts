import { expect, test, vi } from 'vitest';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import { ConfigurationError } from '../../../js/errors.ts';

vi.mock('memjs', () => {
  throw new Error('not installed');
});

test('without memjs it says what to install, when it is first used', async () => {
  const store = memcached();
  await expect(store.get('key')).rejects.toThrow(ConfigurationError);
  await expect(store.get('key')).rejects.toThrow('npm install memjs');
  await store.close();
});

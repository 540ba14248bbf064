import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { WorkersKVBackend, workersKV } from '../../js/backends/workers-kv.ts';
import { ConfigurationError } from '../../js/errors.ts';

test('workersKV opens a namespace', async () => {
  const store = workersKV(env.KV);
  expect(store).toBeInstanceOf(WorkersKVBackend);
  await store.set('key', Uint8Array.of(1, 2));
  expect(await store.get('key')).toStrictEqual(Uint8Array.of(1, 2));
  expect(() => Reflect.apply(workersKV, undefined, [{}])).toThrow(ConfigurationError);
});

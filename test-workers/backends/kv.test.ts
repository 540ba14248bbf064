import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { KV_MIN_TTL_SECONDS, WorkersKVBackend, workersKV } from '../../js/backends/workers-kv.ts';
import { ConfigurationError } from '../../js/errors.ts';
import { testBackend } from '../../js/testing/index.ts';
import { vitestRunner } from '../../test/helpers/vitest-runner.ts';
import { Switched } from './switched.ts';

let switched: Switched<typeof env.KV>;
testBackend(vitestRunner, {
  name: 'Workers KV',
  cannotTell: ['delete'],
  // The shortest TTL is a minute, and the time is the platform's.
  time: 'untested',
  smallestTtlSeconds: KV_MIN_TTL_SECONDS,
  maxKeyBytes: 512,
  maxValueBytes: 25 * 1024 * 1024,
  create: async () => {
    const { keys } = await env.KV.list();
    await Promise.all(keys.map(({ name }) => env.KV.delete(name)));
    switched = new Switched(env.KV, ['get', 'put', 'delete']);
    return workersKV(switched.binding);
  },
  break: () => switched.break(),
});

test('workersKV opens a namespace', async () => {
  const store = workersKV(env.KV);
  expect(store).toBeInstanceOf(WorkersKVBackend);
  await store.set('key', Uint8Array.of(1, 2));
  expect(await store.get('key')).toStrictEqual(Uint8Array.of(1, 2));
  expect(() => Reflect.apply(workersKV, undefined, [{}])).toThrow(ConfigurationError);
});

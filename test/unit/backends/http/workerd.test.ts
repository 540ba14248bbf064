/** The same backend executed by workerd (B62): no `node:` import, and its `fetch`, streams and timers. */
import { fileURLToPath } from 'node:url';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_KEY, FakeService } from './fake-service.ts';
import {
  answer,
  answerJson,
  cutBody,
  redirect,
  stallBody,
  stallHeaders,
  streamBody,
} from './misbehaviours.ts';
import { workerdModules } from './workerd-modules.ts';

let service: FakeService;
let worker: Miniflare;

beforeAll(async () => {
  service = await FakeService.start();
  worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: workerdModules(fileURLToPath(new URL('workerd-client.ts', import.meta.url))),
      modulesRoot: '.',
      compatibilityDate: '2026-10-01',
      host: '127.0.0.1',
      port: 0,
      bindings: { API_URL: service.url, API_KEY },
    }),
  );
  await worker.ready;
}, 60_000);
afterAll(async () => {
  await worker.dispose();
  await service.stop();
});

async function ask(action: string): Promise<unknown> {
  const response = await worker.dispatchFetch(`http://worker/${action}`);
  return await response.json();
}

it('stores, finds and deletes', async () => {
  expect(await ask('get')).toStrictEqual({ result: null });
  expect(await ask('set?key=a/b%20%D0%BA')).toStrictEqual({ result: null });
  expect(service.last).toMatchObject({
    method: 'PUT',
    path: '/v1/cache/a%2Fb%20%D0%BA',
    headers: {
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/octet-stream',
      'x-cachekit-ttl': '60',
      'x-cachekit-l1-status': 'disabled',
      'content-length': '3',
    },
  });
  expect(await ask('get?key=a/b%20%D0%BA')).toMatchObject({ result: { bytes: [1, 2, 3] } });
  expect(await ask('exists?key=a/b%20%D0%BA')).toStrictEqual({ result: true });
  expect(await ask('ttl?key=a/b%20%D0%BA')).toStrictEqual({ result: [true, 90] });
  expect(await ask('delete?key=a/b%20%D0%BA')).toStrictEqual({ result: true });
  expect(await ask('exists?key=a/b%20%D0%BA')).toStrictEqual({ result: false });
  expect(await ask('lock')).toStrictEqual({ result: ['lock-1', null, true] });
  expect(await ask('health')).toMatchObject({ result: { healthy: true } });
});

it('reads freshness strictly', async () => {
  service.next(answer(200, 'x', { 'X-CacheKit-Freshness': 'fresh, fresh' }));
  expect(await ask('get')).toMatchObject({ result: { stale: true, remainingTtl: 0 } });
  service.next(answer(200, 'x', { 'X-CacheKit-Fresh-For': '+5' }));
  expect(await ask('get')).toStrictEqual({ result: { bytes: [120], remainingTtl: 0 } });
});

it('follows no redirect', async () => {
  const before = service.requests.length;
  service.next(redirect(`${service.url}/v1/cache/k`));
  expect(await ask('get')).toMatchObject({ code: 'ERR_BACKEND', classification: 'permanent' });
  expect(service.requests.length).toBe(before + 1);
});

it('ends what takes too long or is too much, and reports what breaks', async () => {
  service.next(stallHeaders, stallBody(), streamBody(64 * 1024 * 1024), cutBody);
  expect(await ask('get')).toMatchObject({ code: 'ERR_TIMEOUT' });
  expect(await ask('get')).toMatchObject({ code: 'ERR_TIMEOUT' });
  expect(await ask('get')).toMatchObject({ code: 'ERR_VALUE_TOO_LARGE' });
  expect(await ask('get')).toMatchObject({ code: 'ERR_BACKEND', classification: 'transient' });
  service.next(answerJson({ error: API_KEY }, 401));
  const refused = await ask('get');
  expect(refused).toMatchObject({ classification: 'authentication' });
  expect(JSON.stringify(refused)).not.toContain(API_KEY);
});

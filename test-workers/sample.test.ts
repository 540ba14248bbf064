/** The sample Worker, called as the runtime calls it. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import sample from '../scripts/main-job/worker/main.ts';

const ACCESS_TOKEN = 'token of the test';

function call(method: string, key: string, body?: string, token = ACCESS_TOKEN): Promise<Response> {
  const request = new Request(`https://sample.test/entries/${key}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
  return sample.fetch(request, {
    CACHE: env.CACHE,
    CACHEKIT_MASTER_KEY: 'ab'.repeat(32),
    TENANT_ID: 'sample',
    ACCESS_TOKEN,
  });
}

test.each(['null', 'false', '0', '""', '{"a":[1]}'])('keeps the document %s', async (document) => {
  expect((await call('GET', 'doc')).status).toBe(404);
  expect((await call('PUT', 'doc', document)).status).toBe(204);
  const answer = await call('GET', 'doc');
  expect([answer.status, await answer.text()]).toEqual([200, document]);
  await call('DELETE', 'doc');
  expect((await call('GET', 'doc')).status).toBe(404);
});

test('lets nobody in without the token, whatever they ask for', async () => {
  for (const path of ['doc', '', '%']) {
    for (const token of ['', 'wrong', `${ACCESS_TOKEN}x`]) {
      expect((await call('GET', path, undefined, token)).status).toBe(401);
    }
  }
});

test.each([
  ['GET', '', undefined, 422],
  ['GET', '%', undefined, 400],
  ['GET', '%ED%A0%80', undefined, 400],
  ['GET', 'k'.repeat(513), undefined, 422],
  ['PUT', 'doc', '{', 400],
  ['PUT', 'doc', '"\\ud800"', 422],
  ['PUT', 'doc', '['.repeat(500) + ']'.repeat(500), 422],
  ['POST', 'doc', '1', 405],
])('answers a bad %s of %s', async (method, path, body, status) => {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toHaveProperty('error');
});

/** The API key, cache keys and lock tokens show nowhere but in their own header or path. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { cachekitio } from '../../../../js/backends/http/factories.ts';
import { captureLog } from '../../../helpers/captured-log.ts';
import { backendOf, bytes, failureOf } from './backend-helpers.ts';
import { API_KEY, FakeService } from './fake-service.ts';
import { answer, answerJson, hangUp, redirect, stallHeaders } from './misbehaviours.ts';

const KEY = 'user:"ключ" 42';
const TOKEN = 'lock-t0ken';
const log = captureLog();

let service: FakeService;
let store: CachekitIOBackend;

beforeAll(async () => {
  service = await FakeService.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  store = backendOf(service, { timeout: 250 });
  service.requests.length = 0;
});

function expectNoSecret(text: string): void {
  for (const secret of [API_KEY, KEY, TOKEN]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
}

/** Everything a log or a crash report could print of a failure. */
function printed(failure: unknown): string {
  return `${inspect(failure, { depth: 20, showHidden: true })} ${JSON.stringify(failure)}`;
}

describe('secrets', () => {
  it('are in no view of a backend', () => {
    const backend = cachekitio({ apiKey: API_KEY });
    const views = [
      inspect(backend, { depth: 20, showHidden: true, getters: true }),
      JSON.stringify(backend),
      String(backend),
      Object.keys(backend).join(),
      Reflect.ownKeys(backend).map(String).join(),
    ];
    for (const view of views) expect(view).not.toContain(API_KEY);
    expect(structuredClone({ ...backend })).toStrictEqual({});
  });

  it('are in no error of wrong options', () => {
    for (const options of [
      { apiKey: `${API_KEY} ` },
      { apiKey: API_KEY, apiUrl: `https://${API_KEY}@api.cachekit.io` },
      { apiKey: API_KEY, apiUrl: `https://api.cachekit.io/?key=${API_KEY}` },
      { apiKey: API_KEY, timeout: 0 },
    ]) {
      try {
        cachekitio(options);
        expect.unreachable();
      } catch (error) {
        expect(printed(error)).not.toContain(API_KEY);
      }
    }
  });

  it('are in no URL', async () => {
    await store.releaseLock('k', TOKEN);
    await store.get('k');
    await store.health();
    for (const { path } of service.requests) expectNoSecret(path);
  });

  it('are in no error, whatever the service sends back', async () => {
    const { rawEcho, jsonEcho } = {
      rawEcho: `no ${API_KEY}, ${KEY}, ${encodeURIComponent(KEY)}, ${TOKEN}!`,
      jsonEcho: { error: [API_KEY, KEY, { key: encodeURIComponent(KEY), TOKEN }] },
    };
    for (const status of [400, 401, 409, 413, 418, 429, 500, 503]) {
      for (const misbehaviour of [
        answer(status, rawEcho, { 'Content-Type': 'text/plain' }),
        answerJson(jsonEcho, status),
        answer(status, rawEcho, { 'Content-Type': 'text/html' }),
      ]) {
        service.next(misbehaviour);
        const failure = await failureOf(store.releaseLock(KEY, TOKEN));
        expectNoSecret(printed(failure));
      }
    }
  });

  it('are cut nowhere so that a part is left', async () => {
    const rest = API_KEY.slice(0, 10);
    for (let filling = 150; filling <= 210; filling++) {
      service.next(answer(500, 'x'.repeat(filling) + API_KEY, { 'Content-Type': 'text/plain' }));
      expect(printed(await failureOf(store.get('k')))).not.toContain(rest);
    }
    // What is longer than is read, could end in the middle of one.
    service.next(answer(500, 'x'.repeat(4090) + API_KEY, { 'Content-Type': 'text/plain' }));
    expect(printed(await failureOf(store.get('k')))).not.toContain('x'.repeat(20));
  });

  it('are in no error of the connection', async () => {
    for (const misbehaviour of [
      hangUp,
      stallHeaders,
      redirect(`https://evil.example/${API_KEY}`),
    ]) {
      service.next(misbehaviour);
      expectNoSecret(printed(await failureOf(store.releaseLock(KEY, TOKEN))));
    }
  });

  it('reach no log', async () => {
    service.next(answer(500), hangUp);
    await failureOf(store.get(KEY));
    await failureOf(store.set(KEY, bytes(1)));
    expect(log).toStrictEqual([]);
  });
});

describe('what an error repeats of a body', () => {
  async function messageFor(body: string | Uint8Array, contentType: string): Promise<string> {
    service.next(answer(500, body, { 'Content-Type': contentType }));
    return String(await failureOf(store.get('k')));
  }

  it('is the text, on one line, escaped (B49)', async () => {
    const message = await messageFor('no\r\nway \u001b[31m\u202e ', 'text/plain; charset=utf-8');
    expect(message).toMatch(/: no\\u\{d\}\\u\{a\}way \\u\{1b\}\[31m\\u\{202e\}$/);
  });

  it('is at most 200 characters', async () => {
    const message = await messageFor('y'.repeat(3000), 'application/json');
    expect(message.match(/y+…/)?.[0]).toHaveLength(200);
  });

  it.each(['text/html', 'application/octet-stream', 'application/json5', 'x-text/plain'])(
    'is nothing of %s',
    async (contentType) => {
      expect(await messageFor('something', contentType)).not.toContain('something');
    },
  );

  it('survives what is no UTF-8', async () => {
    expect(await messageFor(bytes(0x61, 0xff, 0x62), 'text/plain')).toContain('a\ufffdb');
  });
});

/** A service that fails in every way it can. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { BackendError, TimeoutError, ValueTooLargeError } from '../../../../js/errors.ts';
import { classify } from '../../../../js/reliability/classify.ts';
import { backendOf, bytes, failureOf } from './backend-helpers.ts';
import { FakeService } from './fake-service.ts';
import {
  answer,
  answerJson,
  cutBody,
  declareBody,
  hangUp,
  redirect,
  stallBody,
  stallHeaders,
  streamBody,
} from './misbehaviours.ts';

const TIMEOUT = 250;

let service: FakeService;
let store: CachekitIOBackend;

beforeAll(async () => {
  service = await FakeService.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  store = backendOf(service);
  service.requests.length = 0;
});

/** Every operation that sends something. */
const OPERATIONS: Readonly<Record<string, (backend: CachekitIOBackend) => Promise<unknown>>> = {
  get: (backend) => backend.get('k'),
  getWithTtl: (backend) => backend.getWithTtl('k'),
  set: (backend) => backend.set('k', bytes(1)),
  delete: (backend) => backend.delete('k'),
  exists: (backend) => backend.exists('k'),
  getTTL: (backend) => backend.getTTL('k'),
  refreshTTL: (backend) => backend.refreshTTL('k', 5),
  acquireLock: (backend) => backend.acquireLock('k', 5),
  releaseLock: (backend) => backend.releaseLock('k', 'id'),
};

describe('a status', () => {
  it.each([
    [400, 'permanent'],
    [401, 'authentication'],
    [402, 'permanent'],
    [403, 'authentication'],
    [405, 'permanent'],
    [406, 'permanent'],
    [408, 'transient'],
    [410, 'permanent'],
    [422, 'permanent'],
    [429, 'transient'],
    [499, 'permanent'],
    [500, 'transient'],
    [502, 'transient'],
    [503, 'transient'],
    [504, 'transient'],
    [599, 'transient'],
  ])('%s is %s for every operation', async (status, classification) => {
    for (const operate of Object.values(OPERATIONS)) {
      service.next(answerJson({ error: 'no' }, status));
      const failure = await failureOf(operate(store));
      expect(failure).toBeInstanceOf(BackendError);
      expect(classify(failure)).toBe(classification);
      expect(String(failure)).toContain(`(HTTP ${status})`);
    }
  });

  it('413 is a value too large, for good (API-45)', async () => {
    service.next(answerJson({ error: 'too large' }, 413));
    const failure = await failureOf(store.set('k', bytes(1)));
    expect(failure).toBeInstanceOf(ValueTooLargeError);
    expect(classify(failure)).toBe('permanent');
  });

  it('404 fails where it is no answer', async () => {
    for (const name of ['set', 'delete', 'acquireLock', 'releaseLock'] as const) {
      service.next(answer(404));
      expect(classify(await failureOf(OPERATIONS[name]?.(store) ?? Promise.resolve()))).toBe(
        'permanent',
      );
    }
  });

  it('is reported also where its body never ends', async () => {
    const hasty = backendOf(service, { timeout: TIMEOUT });
    service.next(stallBody(401), stallBody(503));
    expect(classify(await failureOf(hasty.get('k')))).toBe('authentication');
    expect(classify(await failureOf(hasty.set('k', bytes(1))))).toBe('transient');
  });

  it('of success stands, whatever becomes of a body that nobody needs', async () => {
    const hasty = backendOf(service, { timeout: TIMEOUT });
    service.next(stallBody(200), cutBody, streamBody(1024 * 1024));
    await hasty.set('k', bytes(1));
    expect(await hasty.delete('k')).toBe(true);
    expect(await hasty.releaseLock('k', 'id')).toBe(true);
  });
});

describe('a redirect is never followed (B30)', () => {
  it.each([300, 301, 302, 303, 304, 307, 308])('HTTP %s', async (status) => {
    for (const operate of Object.values(OPERATIONS)) {
      service.requests.length = 0;
      service.next(redirect(`${service.url}/v1/cache/elsewhere`, status));
      const failure = await failureOf(operate(store));
      expect(failure).toBeInstanceOf(BackendError);
      expect(failure).toHaveProperty('classification', 'permanent');
      expect(String(failure)).toContain('a redirect, which is never followed');
      expect(service.requests).toHaveLength(1);
    }
  });

  it('to another server either: nothing reaches it', async () => {
    const other = await FakeService.start();
    service.next(redirect(`${other.url}/v1/cache/k`, 307));
    await failureOf(store.set('k', bytes(1)));
    expect([other.requests.length, other.connections]).toStrictEqual([0, 0]);
    await other.stop();
  });
});

describe('the deadline of an attempt', () => {
  it.each(Object.keys(OPERATIONS))('ends %s where headers never come', async (name) => {
    const hasty = backendOf(service, { timeout: TIMEOUT });
    service.next(stallHeaders);
    const begun = performance.now();
    const failure = await failureOf(OPERATIONS[name]?.(hasty) ?? Promise.resolve());
    const took = performance.now() - begun;
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(classify(failure)).toBe('timeout');
    expect(String(failure)).toContain(`within ${TIMEOUT} ms`);
    expect(took).toBeGreaterThan(TIMEOUT - 20);
    expect(took).toBeLessThan(TIMEOUT * 8);
  });

  it.each(['get', 'getWithTtl', 'getTTL', 'acquireLock'])(
    'ends %s where the body stops in the middle',
    async (name) => {
      const hasty = backendOf(service, { timeout: TIMEOUT });
      service.next(stallBody());
      const failure = await failureOf(OPERATIONS[name]?.(hasty) ?? Promise.resolve());
      expect(failure).toBeInstanceOf(TimeoutError);
    },
  );

  it('closes the connection of what it gives up', async () => {
    const closed = Promise.withResolvers<void>();
    service.next((response) => response.once('close', () => closed.resolve()));
    await failureOf(backendOf(service, { timeout: TIMEOUT }).get('k'));
    await closed.promise;
  });

  it('also ends a fetch that ignores it', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => new Promise(() => {});
    try {
      const hasty = backendOf(service, { timeout: TIMEOUT });
      expect(await failureOf(hasty.get('k'))).toBeInstanceOf(TimeoutError);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('closes the connection also where the status was enough', async () => {
    const closed = Promise.withResolvers<void>();
    service.next((response, request) => {
      response.once('close', () => closed.resolve());
      stallBody(200)(response, request);
    });
    expect(await backendOf(service, { timeout: TIMEOUT }).delete('k')).toBe(true);
    await closed.promise;
  });

  it('leaves no timer behind', async () => {
    const patience = 86_399_999;
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const patient = backendOf(service, { timeout: patience });
    await patient.set('k', bytes(1));
    service.next(answer(500), hangUp);
    await failureOf(patient.get('k'));
    await failureOf(patient.get('k'));
    const ours = set.mock.results.filter((_, i) => set.mock.calls[i]?.[1] === patience);
    expect(ours).toHaveLength(3);
    const ended = new Set(cleared.mock.calls.map(([timer]) => timer));
    expect(ours.filter(({ value }) => !ended.has(value))).toStrictEqual([]);
    vi.restoreAllMocks();
  });
});

describe('a connection', () => {
  it.each(Object.keys(OPERATIONS))('that is lost makes %s fail for now', async (name) => {
    service.next(hangUp);
    const failure = await failureOf(OPERATIONS[name]?.(store) ?? Promise.resolve());
    expect(failure).toBeInstanceOf(BackendError);
    expect(failure).toHaveProperty('classification', 'transient');
    expect(failure).toHaveProperty('cause');
  });

  it('that is lost in the middle of a value gives no part of it', async () => {
    service.next(cutBody);
    const failure = await failureOf(store.get('k'));
    expect(failure).toBeInstanceOf(BackendError);
    expect(classify(failure)).toBe('transient');
  });

  it('that nobody takes makes an attempt fail for now', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const address = nobody.address();
    const port = typeof address === 'object' ? address?.port : 0;
    nobody.close();
    await once(nobody, 'close');
    const backend = backendOf(service, { apiUrl: `http://127.0.0.1:${port}` });
    expect(classify(await failureOf(backend.get('k')))).toBe('transient');
    expect(await backend.health()).toMatchObject({ healthy: false });
  });
});

describe('a body above the limit', () => {
  const LIMIT = 1024 * 1024;

  it('is refused by what it declares, before it comes', async () => {
    service.next(declareBody(LIMIT + 1));
    const failure = await failureOf(backendOf(service, { maxValueBytes: LIMIT }).get('k'));
    expect(failure).toBeInstanceOf(ValueTooLargeError);
  });

  it('is refused while it comes, and the rest is not taken', async () => {
    const sent = { bytes: 0 };
    service.next(streamBody(512 * LIMIT, sent));
    const failure = await failureOf(backendOf(service, { maxValueBytes: LIMIT }).get('k'));
    expect(failure).toBeInstanceOf(ValueTooLargeError);
    expect(classify(failure)).toBe('permanent');
    expect(sent.bytes).toBeLessThan(64 * LIMIT);
  });

  it('that nobody needs is not taken', async () => {
    const sent = { bytes: 0 };
    const closed = Promise.withResolvers<void>();
    service.next((response, request) => {
      response.once('close', () => closed.resolve());
      streamBody(512 * LIMIT, sent)(response, request);
    });
    expect(await store.delete('k')).toBe(true);
    await closed.promise;
    expect(sent.bytes).toBeLessThan(64 * LIMIT);
  });

  it('is counted after decompression', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(new Uint8Array(16 * LIMIT));
    expect(bomb.length).toBeLessThan(LIMIT);
    service.next(answer(200, bomb, { 'Content-Encoding': 'gzip' }));
    const failure = await failureOf(backendOf(service, { maxValueBytes: LIMIT }).get('k'));
    expect(failure).toBeInstanceOf(ValueTooLargeError);
  });

  it('begins above 25 MiB where nothing else was said', async () => {
    const limit = 25 * 1024 * 1024;
    service.next(streamBody(limit), streamBody(limit + 1));
    expect((await store.get('k'))?.length).toBe(limit);
    expect(await failureOf(store.get('k'))).toBeInstanceOf(ValueTooLargeError);
  });

  it('is no answer where JSON is expected', async () => {
    const padding = ' '.repeat(64 * 1024);
    service.next(answer(200, `{"ttl":5}${padding}`), answer(200, `{"lock_id":"id"}${padding}`));
    expect(await failureOf(store.getTTL('k'))).toBeInstanceOf(BackendError);
    expect(await failureOf(store.acquireLock('k', 5))).toBeInstanceOf(BackendError);
  });
});

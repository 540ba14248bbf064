/** Locks: a usable token is a lease, everything else is none (PROTOCOL §10.5, B27). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { BackendError, ConfigurationError } from '../../../../js/errors.ts';
import { backendOf, failureOf } from './backend-helpers.ts';
import { FakeService } from './fake-service.ts';
import { answer, answerJson } from './misbehaviours.ts';

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

describe('a lock of the service', () => {
  it.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY])(
    'refuses a lock for %s ms before any request',
    async (timeout) => {
      await expect(store.acquireLock('k', timeout)).rejects.toThrow(ConfigurationError);
      expect(service.requests).toHaveLength(0);
    },
  );

  it('gives a lock to one at a time', async () => {
    const lock = await store.acquireLock('locked', 1000.5);
    expect(lock).toBe('lock-1');
    expect(Buffer.from(service.last.body).toString()).toBe('{"timeout_ms":1001}');
    expect(await backendOf(service).acquireLock('locked', 1000)).toBeNull();
    expect(await store.releaseLock('locked', lock ?? '')).toBe(true);
    expect(await store.acquireLock('locked', 1000)).toBe('lock-2');
  });

  it.each([
    { lock_id: null },
    { lock_id: '' },
    { lock_id: '  ' },
    { lock_id: 'a b' },
    { lock_id: 'a\r\nX-Evil: 1' },
    { lock_id: 'ключ' },
    { lock_id: 'x'.repeat(257) },
    { lock_id: 5 },
    { lock_id: true },
    { lock_id: ['id'] },
    { lockId: 'id' },
    {},
    [],
  ])('takes only a usable token for a lease (B27): %j', async (body) => {
    service.next(answerJson(body));
    expect(await store.acquireLock('k', 1000)).toBeNull();
  });

  it('takes a 409 for contention, whatever its body says', async () => {
    service.next(answerJson({ lock_id: 'id' }, 409));
    expect(await store.acquireLock('k', 1000)).toBeNull();
  });

  it.each([201, 202, 204])('is given no lease with HTTP %s', async (status) => {
    service.next(answer(status, status === 204 ? '' : '{"lock_id":"id"}'));
    expect(await failureOf(store.acquireLock('k', 1000))).toBeInstanceOf(BackendError);
  });

  it.each(['', ' ', 'a b', 'x\n', 'x'.repeat(257)])(
    'asks nothing for %j, which no lock has',
    async (lockId) => {
      expect(await store.releaseLock('k', lockId)).toBe(false);
      expect(service.requests).toHaveLength(0);
    },
  );
});

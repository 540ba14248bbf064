import { testBackend } from '../../../../js/testing/index.ts';
import { vitestRunner } from '../../../helpers/vitest-runner.ts';
import { backendOf } from './backend-helpers.ts';
import { FakeService, type Misbehaviour, reply } from './fake-service.ts';

let service: FakeService;

/** More than the requests of one test. */
const always = (misbehaviour: Misbehaviour) => service.next(...Array(100).fill(misbehaviour));

testBackend(vitestRunner, {
  name: 'cachekitio',
  create: async (now) => {
    service = await FakeService.start({ now });
    return backendOf(service, { timeout: 3_000, maxValueBytes: 2_000_000 });
  },
  cleanup: () => service.stop(),
  supports: ['getWithTtl', 'ttl', 'locks'],
  cannotTell: ['delete', 'releaseLock'],
  time: 'given',
  longestTtlSeconds: 2_592_000,
  maxValueBytes: 2_000_000,
  maxKeyCharacters: 400,
  break: () => always((response) => reply(response, { status: 503 })),
  stall: () => always(() => {}),
});

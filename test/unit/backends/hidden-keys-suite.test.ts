/** What every backend does, under other names; with names known in the call, and later. */
import { HiddenKeysBackend, type HideKey } from '../../../js/backends/hidden-keys.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';
import { BatchingBackend, bare } from './tiered-helpers.ts';

const inTheCall: HideKey = (key) => Buffer.from(key).toString('hex');
const later: HideKey = async (key) => inTheCall(key);

for (const [when, hide] of [
  ['in the call', inTheCall],
  ['later', later],
] as const) {
  testBackend(vitestRunner, {
    name: `names known ${when}, over memory with batches`,
    supports: ['getWithTtl', 'ttl', 'locks', 'getMany', 'setMany', 'deleteMany'],
    time: 'given',
    create: (now) => new HiddenKeysBackend(new BatchingBackend({ now }), hide),
  });

  testBackend(vitestRunner, {
    name: `names known ${when}, over one that can do the least`,
    time: 'given',
    create: (now) => new HiddenKeysBackend(bare(new MemoryBackend({ now })), hide),
  });
}

/** What every backend does, for pairs of stores with all abilities, with the fewest and with batches. */
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { tiered } from '../../../js/backends/tiered.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';
import { BatchingBackend, bare } from './tiered-helpers.ts';

testBackend(vitestRunner, {
  name: 'tiered, memory over memory',
  supports: ['getWithTtl', 'ttl', 'locks'],
  time: 'given',
  create: (now) => tiered([new MemoryBackend({ now }), new MemoryBackend({ now })]),
});

testBackend(vitestRunner, {
  name: 'tiered, memory over one that can do the least',
  time: 'given',
  create: (now) => tiered([new MemoryBackend({ now }), bare(new MemoryBackend({ now }))]),
});

testBackend(vitestRunner, {
  name: 'tiered, one that can do the least over another',
  time: 'given',
  create: (now) => tiered([bare(new MemoryBackend({ now })), bare(new MemoryBackend({ now }))]),
});

testBackend(vitestRunner, {
  name: 'tiered, memory over one with batches',
  supports: ['getWithTtl', 'ttl', 'locks', 'getMany', 'setMany', 'deleteMany'],
  time: 'given',
  create: (now) => tiered([new MemoryBackend({ now }), new BatchingBackend({ now })]),
});

testBackend(vitestRunner, {
  name: 'tiered, three stores',
  supports: ['getWithTtl', 'ttl', 'locks'],
  time: 'given',
  create: (now) =>
    tiered([
      new MemoryBackend({ now }),
      tiered([new MemoryBackend({ now }), new MemoryBackend({ now })]),
    ]),
});

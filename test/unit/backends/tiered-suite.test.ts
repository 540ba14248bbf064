/** What every backend does, for pairs of stores with all abilities, with the fewest and with batches. */
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { tiered } from '../../../js/backends/tiered.ts';
import { backendSuite } from '../../suites/backend-suite.ts';
import { BatchingBackend, bare } from './tiered-helpers.ts';

backendSuite('tiered, memory over memory', {
  capabilities: ['getWithTtl', 'TTLBackend', 'LockableBackend'],
  open: async (now) => tiered([new MemoryBackend({ now }), new MemoryBackend({ now })]),
});

backendSuite('tiered, memory over one that can do the least', {
  open: async (now) => tiered([new MemoryBackend({ now }), bare(new MemoryBackend({ now }))]),
});

backendSuite('tiered, one that can do the least over another', {
  open: async (now) => tiered([bare(new MemoryBackend({ now })), bare(new MemoryBackend({ now }))]),
});

backendSuite('tiered, memory over one with batches', {
  capabilities: ['getWithTtl', 'TTLBackend', 'LockableBackend', 'getMany', 'setMany', 'deleteMany'],
  open: async (now) => tiered([new MemoryBackend({ now }), new BatchingBackend({ now })]),
});

backendSuite('tiered, three stores', {
  capabilities: ['getWithTtl', 'TTLBackend', 'LockableBackend'],
  open: async (now) =>
    tiered([
      new MemoryBackend({ now }),
      tiered([new MemoryBackend({ now }), new MemoryBackend({ now })]),
    ]),
});

import { deepStrictEqual } from 'node:assert/strict';
import { compressSync, uncompressSync } from 'lz4-napi';
import { Packr } from 'msgpackr';
import { ValueCodec } from '../../js/codec/value-codec.ts';
import type { Core } from '../../js/core/core.ts';
import { loadNodeCore } from '../../js/core/node-core.ts';
import { defaultSerializer } from '../../js/node.ts';
import { V100, VALUE } from '../fixtures.ts';
import type { Contest } from './contest.ts';

const LARGEST = 1 << 20;

/** Values to bytes and back, and bytes to envelopes and back. */
export async function codecContests(): Promise<Contest[]> {
  const core = await loadNodeCore();
  return [codecContest('100 B', V100), codecContest('1 KB', VALUE), envelopeContest(core)];
}

function codecContest(label: string, value: object): Contest {
  const codec = new ValueCodec();
  // Plain maps with the smallest header: the same bytes as ours.
  const packr = new Packr({ useRecords: false, variableMapSize: true });
  const ours = () => codec.decode(codec.encode(value));
  const theirs = () => packr.unpack(packr.pack(value));
  return {
    name: `encode + decode ${label}`,
    ours: { name: 'sealcache', op: ours, verify: () => deepStrictEqual(ours(), value) },
    others: [
      {
        name: 'msgpackr',
        op: theirs,
        verify: () => {
          deepStrictEqual(theirs(), value);
          deepStrictEqual(Buffer.from(packr.pack(value)), Buffer.from(codec.encode(value)));
        },
      },
      {
        name: 'JSON',
        op: () => JSON.parse(JSON.stringify(value)),
        verify: () => deepStrictEqual(JSON.parse(JSON.stringify(value)), value),
      },
    ],
  };
}

function envelopeContest(core: Core): Contest {
  const encoded = Buffer.from(defaultSerializer.encode(VALUE));
  const ours = () => core.unpack(core.pack(encoded), LARGEST);
  // It has no checksum and no envelope around its block.
  const theirs = () => uncompressSync(compressSync(encoded));
  return {
    name: 'envelope pack + unpack 1 KB',
    ours: {
      name: 'sealcache',
      op: ours,
      verify: () => deepStrictEqual(Buffer.from(ours()), encoded),
    },
    others: [
      {
        name: 'lz4-napi',
        op: theirs,
        verify: () => deepStrictEqual(Buffer.from(theirs()), encoded),
      },
    ],
    recorded: [{ name: 'reference SDK, ByteStorage', nanoseconds: 32_500, target: 5 }],
  };
}

/** What the native core holds on to: nothing of past operations, nothing of forgotten sealers. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN } from '../../../js/core/core.ts';
import { NativeCore } from '../../../js/core/native-core.ts';
import { loadAddon } from '../../helpers/native-hooks.ts';
import { keyOf, keys, LIMIT, sampleOf } from '../../suites/core-inputs.ts';

const MIB = 1024 * 1024;
/** Room for the collector's own ups and downs. */
const SLACK = 64 * MIB;

describe('memory of the native core', { timeout: 60_000 }, () => {
  test('stays flat over 200,000 operations', async () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    const value = sampleOf(1000);
    const work = async (operations: number) => {
      for (let i = 0; i < operations; i += 2) {
        const blob = sealer.seal(value, 'key', CONTAINER_ENVELOPE);
        sealer.open(blob, 'key', CONTAINER_ENVELOPE, LIMIT);
        if (i % 1000 === 0) await turn();
      }
    };
    await work(40_000);
    const before = process.memoryUsage().rss;
    await work(200_000);
    // Kept results alone would be 200 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(SLACK);
  });

  test('stays flat over large values', async () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    const value = sampleOf(4 * MIB);
    const work = async (rounds: number) => {
      for (let i = 0; i < rounds; i += 1) {
        const blob = sealer.seal(value, 'key', CONTAINER_PLAIN);
        sealer.open(blob, 'key', CONTAINER_PLAIN, LIMIT);
        await turn();
      }
    };
    await work(20);
    const before = process.memoryUsage().rss;
    await work(60);
    // Kept results would be 480 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(3 * SLACK);
  });

  test('gets the keys of sealers back that nobody disposed of', async () => {
    const core = new NativeCore(loadAddon());
    // More at once than the system's default number of memory mappings allows.
    for (let i = 0; i < 12_000; i += 1) {
      core.createSealer({ ...keys, previous: [keyOf(2)] });
      await turn();
    }
  });
});

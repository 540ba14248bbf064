/** The addon in several threads of one process, also in threads that end in the middle of a call. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { CONTAINER_ENVELOPE } from '../../../js/core/core.ts';
import { NativeCore } from '../../../js/core/native-core.ts';
import { loadAddon } from '../../helpers/native-hooks.ts';
import { keys, LIMIT, sameBytes, sampleOf } from '../../suites/core-inputs.ts';

const script = new URL('../../helpers/native-worker.ts', import.meta.url);
const THREADS = 3;
const ENTRIES = 200;

describe('the addon in worker threads', { timeout: 60_000 }, () => {
  test('seals in all at once and never gives a nonce twice', async () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    const running = Array.from({ length: THREADS }, () => blobsOf(ENTRIES));
    const nonces = new Set<string>();
    for (let i = 0; i < ENTRIES; i += 1) {
      const blob = sealer.seal(sampleOf(9), 'key', CONTAINER_ENVELOPE);
      nonces.add(Buffer.from(blob.subarray(0, 12)).toString('hex'));
    }
    for (const blobs of await Promise.all(running)) {
      expect(blobs).toHaveLength(ENTRIES);
      for (const [i, blob] of blobs.entries()) {
        nonces.add(Buffer.from(blob.subarray(0, 12)).toString('hex'));
        const value = sealer.open(blob, `key ${i}`, CONTAINER_ENVELOPE, LIMIT);
        expect(sameBytes(value, sampleOf((i % 64) * 1000))).toBe(true);
      }
    }
    expect(nonces.size).toBe((THREADS + 1) * ENTRIES);
  });

  test('survives threads that are terminated while they seal', async () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    for (let round = 0; round < 8; round += 1) {
      const worker = new Worker(script, { workerData: { count: Number.POSITIVE_INFINITY } });
      expect(await once(worker, 'message')).toEqual(['running']);
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      expect(await worker.terminate()).toBe(1);
      const blob = sealer.seal(sampleOf(9), 'key', CONTAINER_ENVELOPE);
      expect(sealer.open(blob, 'key', CONTAINER_ENVELOPE, LIMIT)).toEqual(sampleOf(9));
    }
  });

  test('goes on in this thread after all others have unloaded it', async () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    for (let round = 0; round < 3; round += 1) await blobsOf(5);
    const blob = sealer.seal(sampleOf(9), 'key', CONTAINER_ENVELOPE);
    expect(sealer.open(blob, 'key', CONTAINER_ENVELOPE, LIMIT)).toEqual(sampleOf(9));
  });
});

async function blobsOf(count: number): Promise<readonly Uint8Array[]> {
  const worker = new Worker(script, { workerData: { count } });
  const ended = once(worker, 'exit');
  const blobs: Uint8Array[] = [];
  worker.on('message', (message: unknown) => {
    if (!Array.isArray(message)) return;
    for (const blob of message) if (blob instanceof Uint8Array) blobs.push(blob);
  });
  await ended;
  return blobs;
}

/**
 * A thread that seals with the native core: `count` entries, whose first 12 bytes it posts as one
 * list, or without end.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { CONTAINER_ENVELOPE } from '../../js/core/core.ts';
import { NativeCore } from '../../js/core/native-core.ts';
import { keys, LIMIT, sampleOf } from '../suites/core-inputs.ts';
import { loadAddon } from './native-hooks.ts';

const { count }: { count: number } = workerData;
const sealer = new NativeCore(loadAddon()).createSealer(keys);
const blobs: Uint8Array[] = [];
parentPort?.postMessage('running');
for (let i = 0; i < count; i += 1) {
  // Some results need memory that JavaScript is asked for in the middle of a call.
  const blob = sealer.seal(sampleOf((i % 64) * 1000), `key ${i}`, CONTAINER_ENVELOPE);
  sealer.open(blob, `key ${i}`, CONTAINER_ENVELOPE, LIMIT);
  if (Number.isFinite(count)) blobs.push(blob.slice());
}
parentPort?.postMessage(blobs);

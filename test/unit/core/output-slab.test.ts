import { describe, expect, test, vi } from 'vitest';
import { CONTAINER_PACKED } from '../../../js/core/core.ts';
import { NativeCore } from '../../../js/core/native-core.ts';
import { OutputSlab } from '../../../js/core/output-slab.ts';
import { loadAddon } from '../../helpers/native-hooks.ts';
import { errorOf, keys, LIMIT, sampleOf } from '../../suites/core-inputs.ts';

describe('the slab of the native core', () => {
  test('gives small results neighbouring places and never the same one twice', () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    let end = 0;
    let slabs = 0;
    let memory: ArrayBufferLike | null = null;
    for (let i = 0; i < 1000; i += 1) {
      const blob = sealer.seal(sampleOf(300), 'key', CONTAINER_PACKED);
      if (blob.buffer !== memory) {
        memory = blob.buffer;
        slabs += 1;
        end = 0;
      }
      expect(blob.byteOffset).toBe(end);
      end += blob.length;
    }
    expect(slabs).toBe(Math.ceil((1000 * 328) / 65_536));
  });

  test('gives a large result memory of just its size', () => {
    const sealer = new NativeCore(loadAddon()).createSealer(keys);
    // The first calls fill the slab up to where nothing large fits.
    for (let i = 0; i < 4; i += 1) sealer.seal(sampleOf(16_000), 'key', CONTAINER_PACKED);
    const blob = sealer.seal(sampleOf(20_000), 'key', CONTAINER_PACKED);
    expect(blob.buffer.byteLength).toBe(20_028);
    const value = sealer.open(blob, 'key', CONTAINER_PACKED, LIMIT);
    expect(value.buffer.byteLength).toBe(20_000);
    expect(value).toEqual(sampleOf(20_000));
  });

  test('protects every slab', () => {
    const protect = vi.fn();
    const slab = new OutputSlab(protect);
    const second = slab.allocate(10);
    expect(slab.take(10)).toBe(second);
    expect(protect.mock.calls.map(([memory]) => memory.byteLength)).toEqual([65_536, 65_536]);
  });

  test('goes on when its memory was transferred away all the same', () => {
    const core = new NativeCore(loadAddon());
    const sealer = core.createSealer(keys);
    const blob = sealer.seal(sampleOf(10), 'key', CONTAINER_PACKED);
    const kept = blob.slice();
    structuredClone(blob, { transfer: [blob.buffer] });
    expect(blob.length).toBe(0);
    expect(sealer.open(kept, 'key', CONTAINER_PACKED, LIMIT)).toEqual(sampleOf(10));
    expect(core.unpack(core.pack(sampleOf(10)), LIMIT)).toEqual(sampleOf(10));
  });

  test('takes an earlier result as input', () => {
    const core = new NativeCore(loadAddon());
    const sealer = core.createSealer(keys);
    let bytes = sampleOf(100);
    for (let i = 0; i < 2000; i += 1) {
      const blob = sealer.seal(bytes, 'key', CONTAINER_PACKED);
      bytes = sealer.open(blob, 'key', CONTAINER_PACKED, LIMIT);
    }
    expect(bytes).toEqual(sampleOf(100));
  });

  test('gives no memory of an operation that failed to anybody else', async () => {
    const core = new NativeCore(loadAddon());
    const sealer = core.createSealer(keys);
    const large = new Uint8Array(20_000).fill(1);
    expect(await errorOf(() => core.unpack(large, LIMIT))).toBeInstanceOf(Error);
    const opening = () => sealer.open(large, 'key', CONTAINER_PACKED, LIMIT);
    expect(await errorOf(opening)).toMatchObject({ reason: 'kAuthenticationFailed' });
    expect(sealer.seal(sampleOf(9), 'key', CONTAINER_PACKED)).toHaveLength(37);
    expect(core.pack(sampleOf(9)).length).toBeLessThan(60);
  });
});

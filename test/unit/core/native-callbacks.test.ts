/** JavaScript that the raw addon runs in the middle of a call, and that works against this call. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN, type Container } from '../../../js/core/core.ts';
import type { Allocate, NativeSealerObject } from '../../../js/core/native-addon.ts';
import { loadAddon } from '../../helpers/native-hooks.ts';
import { keyOf, sameBytes, sampleOf } from '../../suites/core-inputs.ts';

const INVALID_ARGUMENT = -1;
const OUT_OF_MEMORY = -27;
const DISPOSED = -28;
const NO_SLAB = new Uint8Array(0);
const LIMIT = 2 ** 30;
/** Above what the core keeps of its work areas, so that a second call gives them back. */
const LARGE = 3 << 20;

const addon = loadAddon();
const allocate: Allocate = (size) => new Uint8Array(size);

describe.each<[string, (memory: ArrayBuffer) => unknown]>([
  ['transferred', (memory) => memory.transfer(0)],
  ['cut off', (memory) => memory.resize(0)],
])('an input whose memory is %s while the result is allocated', (_, take) => {
  const input = (bytes: Uint8Array) => {
    const memory = new ArrayBuffer(bytes.length, { maxByteLength: 2 * bytes.length });
    const copy = new Uint8Array(memory);
    copy.set(bytes);
    const allocateAndTake: Allocate = (size) => {
      take(memory);
      return allocate(size);
    };
    return { copy, allocateAndTake };
  };

  test('is not sealed', () => {
    const { copy, allocateAndTake } = input(sampleOf(LARGE));
    const sealed = sealerOf().seal(copy, 'key', CONTAINER_PLAIN, NO_SLAB, 0, allocateAndTake);
    expect(sealed).toBe(OUT_OF_MEMORY);
  });

  test('is not opened', () => {
    const sealer = sealerOf();
    const { copy, allocateAndTake } = input(sealWith(sealer, sampleOf(LARGE), CONTAINER_PLAIN));
    const opened = sealer.open(copy, 'key', CONTAINER_PLAIN, LIMIT, NO_SLAB, 0, allocateAndTake);
    expect(opened).toBe(OUT_OF_MEMORY);
  });

  test('is not unpacked', () => {
    const packed = resultOf((take) => addon.pack(sampleOf(LARGE), NO_SLAB, 0, take));
    const { copy, allocateAndTake } = input(packed);
    expect(addon.unpack(copy, LIMIT, NO_SLAB, 0, allocateAndTake)).toBe(OUT_OF_MEMORY);
  });

  test('is not taken for a key', () => {
    for (const victim of [0, 1]) {
      const keys = [keyOf(1), keyOf(2)];
      const { copy, allocateAndTake } = input(keyOf(9));
      keys[victim] = copy;
      const previous = [keys[1], keyOf(3)];
      Object.defineProperty(previous, 1, { get: () => allocateAndTake(32).fill(3) });
      const made = Reflect.apply(addon.createSealer, addon, [keys[0], previous, 'tenant']);
      expect(made).toBeTypeOf('number');
      expect(made).toBeLessThan(0);
    }
  });
});

describe('a call inside of a call', () => {
  test('is refused by the same sealer, and the outer one is right', () => {
    const sealer = sealerOf();
    const [small, large] = [sampleOf(300), sampleOf(LARGE)];
    const largeSealed = sealWith(sealer, large, CONTAINER_ENVELOPE);
    const inner: number[] = [];
    const nested: Allocate = (size) => {
      inner.push(
        sealer.seal(large, 'k'.repeat(60_000), CONTAINER_ENVELOPE, NO_SLAB, 0, allocate),
        sealer.open(largeSealed, 'key', CONTAINER_ENVELOPE, LIMIT, NO_SLAB, 0, allocate),
      );
      return allocate(size);
    };
    const sealed = sealWith(sealer, small, CONTAINER_ENVELOPE, nested);
    expect(openWith(sealer, sealed, CONTAINER_ENVELOPE, nested)).toEqual(small);
    expect(inner).toEqual(new Array(4).fill(INVALID_ARGUMENT));
    expect(sameBytes(openWith(sealer, largeSealed, CONTAINER_ENVELOPE), large)).toBe(true);
  });

  test('is refused by pack and unpack, and the outer one is right', () => {
    const [small, large] = [sampleOf(300), sampleOf(LARGE)];
    const inner: number[] = [];
    const nested: Allocate = (size) => {
      inner.push(
        addon.pack(large, NO_SLAB, 0, allocate),
        addon.unpack(large, LIMIT, NO_SLAB, 0, allocate),
      );
      return allocate(size);
    };
    const packed = resultOf((take) => addon.pack(small, NO_SLAB, 0, take), nested);
    const unpacked = resultOf((take) => addon.unpack(packed, LIMIT, NO_SLAB, 0, take), nested);
    expect(unpacked).toEqual(small);
    expect(inner).toEqual(new Array(4).fill(INVALID_ARGUMENT));
  });

  test('of another sealer is fine', () => {
    const [outer, other] = [sealerOf(), sealerOf()];
    const value = sampleOf(300);
    const sealed = sealWith(outer, value, CONTAINER_ENVELOPE, (size) => {
      expect(sealWith(other, sampleOf(LARGE), CONTAINER_ENVELOPE).length).toBeGreaterThan(0);
      return allocate(size);
    });
    expect(openWith(other, sealed, CONTAINER_ENVELOPE)).toEqual(value);
  });

  test.each<Container>([CONTAINER_PLAIN, CONTAINER_ENVELOPE])(
    'may dispose of it (container %i)',
    (container) => {
      const sealer = sealerOf();
      const disposing: Allocate = (size) => {
        sealer.dispose();
        return allocate(size);
      };
      const args = [sampleOf(LARGE), 'key', container, NO_SLAB, 0] as const;
      expect(sealer.seal(...args, disposing)).toBe(DISPOSED);
      expect(sealer.seal(...args, allocate)).toBe(DISPOSED);
      expect(sealer.nonceCounter()).toBeLessThanOrEqual(1);
    },
  );

  test('may dispose of a sealer that has decrypted already', () => {
    const sealer = sealerOf();
    const value = sampleOf(LARGE);
    const sealed = sealWith(sealer, value, CONTAINER_ENVELOPE);
    const opened = openWith(sealer, sealed, CONTAINER_ENVELOPE, (size) => {
      sealer.dispose();
      return allocate(size);
    });
    expect(sameBytes(opened, value)).toBe(true);
  });
});

test('a result is never laid over the input', () => {
  const memory = new Uint8Array(1000).fill(7);
  const input = memory.subarray(0, 100);
  const size = sealerOf().seal(input, 'key', CONTAINER_PLAIN, NO_SLAB, 0, (wanted) =>
    memory.subarray(50, 50 + wanted),
  );
  expect(size).toBe(OUT_OF_MEMORY);
  expect(memory).toEqual(new Uint8Array(1000).fill(7));
});

function sealerOf(): NativeSealerObject {
  const sealer = addon.createSealer(keyOf(1), [], 'tenant');
  if (typeof sealer === 'number') throw new Error(`no sealer: ${sealer}`);
  return sealer;
}

/** What a call wrote into the memory that it asked for. */
function resultOf(call: (take: Allocate) => number, make = allocate): Uint8Array {
  let result: Uint8Array = NO_SLAB;
  const size = call((wanted) => {
    result = make(wanted);
    return result;
  });
  expect(size).toBe(result.length);
  return result;
}

function sealWith(
  sealer: NativeSealerObject,
  value: Uint8Array,
  container: Container,
  make = allocate,
): Uint8Array {
  return resultOf((take) => sealer.seal(value, 'key', container, NO_SLAB, 0, take), make);
}

function openWith(
  sealer: NativeSealerObject,
  blob: Uint8Array,
  container: Container,
  make = allocate,
): Uint8Array {
  return resultOf((take) => sealer.open(blob, 'key', container, LIMIT, NO_SLAB, 0, take), make);
}

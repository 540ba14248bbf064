/** What the addon exports and how its raw functions, below the checks of JavaScript, take misuse. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONTAINER_PLAIN } from '../../../js/core/core.ts';
import { CORE_ERRORS } from '../../../js/core/core-error.ts';
import type { NativeAddon, NativeSealerObject } from '../../../js/core/native-addon.ts';
import { loadAddon, loadHookedAddon } from '../../helpers/native-hooks.ts';
import { keyOf } from '../../suites/core-inputs.ts';

const INVALID_ARGUMENT = -1;
const SIZE_BUDGET = 600 * 1024;

const built = (name: string) =>
  fileURLToPath(new URL(`../../../build/native/${name}`, import.meta.url));
const SLAB = new Uint8Array(200);
const allocate = (size: number) => new Uint8Array(size);

describe('the addon', () => {
  const addon = loadAddon();

  test('exports what the cores need and no hook', () => {
    expect(Object.keys(addon).sort()).toEqual([
      'blake2bHex',
      'checkDecodeBounds',
      'createSealer',
      'hardwareAccelerated',
      'interopKey',
      'libsodium',
      'pack',
      'packInterop',
      'unpack',
      'unpackInterop',
    ]);
    const hookNames = Object.keys(loadHookedAddon().hooks);
    const inFile = (name: string, file: string) => readFileSync(built(file)).includes(name);
    expect(hookNames.filter((name) => name.length > 4)).not.toEqual([]);
    for (const name of hookNames.filter((hook) => hook.length > 4)) {
      expect(inFile(name, 'sealcache-hooks.node')).toBe(true);
      expect(inFile(name, 'sealcache.node')).toBe(false);
    }
  });

  test('shows the linker nothing but the two entry points of Node-API', () => {
    const symbols = execFileSync('nm', ['-D', '--defined-only', built('sealcache.node')]);
    const names = symbols
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1));
    expect(names.sort()).toEqual(['napi_register_module_v1', 'node_api_module_get_api_version_v1']);
  });

  test('stays inside its size budget', () => {
    expect(statSync(built('sealcache.node')).size).toBeLessThanOrEqual(SIZE_BUDGET);
  });

  test('names the same errors as the table of classes', () => {
    expect(
      loadHookedAddon()
        .hooks.errorTable()
        .map(([number, name]) => [number, name]),
    ).toEqual(CORE_ERRORS.map(({ number, reason }) => [number, reason]));
  });

  test('ignores the receiver', () => {
    const sealer = sealerOf(addon);
    const args = [keyOf(3), 'key', CONTAINER_PLAIN, new Uint8Array(100), 0, allocate];
    for (const receiver of [undefined, null, 1, {}, addon, sealerOf(addon), new Proxy({}, {})]) {
      expect(Reflect.apply(sealer.seal, receiver, args)).toBe(60);
    }
    expect(sealer.nonceCounter()).toBe(7);
  });

  test.each([
    ['at the end', 200],
    ['behind the end', 201],
    ['far behind the end', Number.MAX_SAFE_INTEGER],
  ])('asks for memory when the offset lies %s', (_, offset) => {
    const slab = new Uint8Array(200);
    const asked: number[] = [];
    const size = sealerOf(addon).seal(keyOf(3), 'key', CONTAINER_PLAIN, slab, offset, (wanted) => {
      asked.push(wanted);
      return new Uint8Array(wanted);
    });
    expect([size, asked]).toEqual([60, [60]]);
    expect(slab).toEqual(new Uint8Array(200));
  });

  test('writes nothing outside of the result', () => {
    const slab = new Uint8Array(200).fill(7);
    const size = sealerOf(addon).seal(keyOf(3), 'key', CONTAINER_PLAIN, slab, 50, allocate);
    expect(size).toBe(60);
    expect(slab.subarray(0, 50)).toEqual(new Uint8Array(50).fill(7));
    expect(slab.subarray(110)).toEqual(new Uint8Array(90).fill(7));
  });

  test('refuses an input that overlaps the free part of the slab', () => {
    const slab = new Uint8Array(200);
    const sealer = sealerOf(addon);
    const sealAt = (input: Uint8Array, offset: number) =>
      sealer.seal(input, 'key', CONTAINER_PLAIN, slab, offset, allocate);
    expect(sealAt(slab.subarray(90, 101), 100)).toBe(INVALID_ARGUMENT);
    expect(sealAt(slab, 100)).toBe(INVALID_ARGUMENT);
    expect(addon.pack(slab.subarray(150), slab, 100, allocate)).toBe(INVALID_ARGUMENT);
    expect(sealAt(slab.subarray(90, 100), 100)).toBe(38);
    expect(sealer.nonceCounter()).toBe(1);
  });

  test.each<[string, (size: number) => unknown]>([
    [
      'throws',
      () => {
        throw new RangeError('no memory');
      },
    ],
    ['gives nothing', () => undefined],
    ['gives too little', (size) => new Uint8Array(size - 1)],
    ['gives too much', (size) => new Uint8Array(size + 1)],
    ['gives another kind', (size) => new Int8Array(size)],
    ['gives shared memory', (size) => new Uint8Array(new SharedArrayBuffer(size))],
  ])('reports it when the allocator %s', (_, faulty) => {
    const sealer = sealerOf(addon);
    const args = [keyOf(3), 'key', CONTAINER_PLAIN, new Uint8Array(0), 0, faulty];
    expect(Reflect.apply(sealer.seal, sealer, args)).toBe(-27);
    expect(Reflect.apply(addon.pack, addon, [keyOf(3), new Uint8Array(0), 0, faulty])).toBe(-27);
  });

  test('answers every misuse with an error', () => {
    const sealer = sealerOf(addon);
    for (const [name, call, good] of rawCalls(addon, sealer)) {
      const answer = call(good);
      expect([name, answer]).not.toEqual([name, INVALID_ARGUMENT]);
      for (const [at, argument] of good.entries()) {
        expect([name, at, call(good.slice(0, at))]).toEqual([name, at, INVALID_ARGUMENT]);
        // Whatever comes for a slab: what has no room makes the core ask for memory.
        const expected = argument === SLAB ? answer : INVALID_ARGUMENT;
        for (const bad of wrongValues(argument)) {
          expect([name, at, bad, call(good.with(at, bad))]).toEqual([name, at, bad, expected]);
        }
      }
    }
  });
});

function sealerOf(addon: NativeAddon): NativeSealerObject {
  const sealer = addon.createSealer(keyOf(1), [keyOf(2)], 'tenant');
  if (typeof sealer === 'number') throw new Error(`no sealer: ${sealer}`);
  return sealer;
}

type RawCall = readonly [string, (args: readonly unknown[]) => unknown, readonly unknown[]];

/** Every function with arguments, and a call that it takes. */
function rawCalls(addon: NativeAddon, sealer: NativeSealerObject): readonly RawCall[] {
  const raw = (name: string, owner: object, good: readonly unknown[]): RawCall => {
    const called: unknown = Reflect.get(owner, name);
    if (typeof called !== 'function') throw new Error(`${name} is missing`);
    return [name, (args) => Reflect.apply(called, owner, args), good];
  };
  return [
    raw('createSealer', addon, [keyOf(1), [keyOf(2)], 'tenant']),
    raw('pack', addon, [keyOf(3), SLAB, 0, allocate]),
    raw('unpack', addon, [keyOf(3), 100, SLAB, 0, allocate]),
    raw('checkDecodeBounds', addon, [Uint8Array.of(0xc0), 100]),
    raw('blake2bHex', addon, [keyOf(3), 32]),
    raw('interopKey', addon, ['users', 'get_user', Uint8Array.of(0x90)]),
    raw('packInterop', addon, [keyOf(3), false, SLAB, 0, allocate]),
    raw('unpackInterop', addon, [keyOf(3), 100, SLAB, 0, allocate]),
    raw('seal', sealer, [keyOf(3), 'key', CONTAINER_PLAIN, SLAB, 0, allocate]),
    raw('open', sealer, [new Uint8Array(40), 'key', CONTAINER_PLAIN, 100, SLAB, 0, allocate]),
  ];
}

/** Values of every other kind than `good`. An argument without a wrong value is not looked at. */
function wrongValues(good: unknown): readonly unknown[] {
  const all = [
    undefined,
    null,
    true,
    Symbol('s'),
    12n,
    {},
    () => 1,
    'text',
    keyOf(5),
    [keyOf(6)],
    new DataView(new ArrayBuffer(8)),
    new Float64Array(4),
    Number.NaN,
    -1,
    0.5,
    2 ** 53,
    Number.NEGATIVE_INFINITY,
  ];
  return all.filter((bad) => kindOf(bad) !== kindOf(good));
}

function kindOf(value: unknown): string {
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? 'count' : 'odd';
  return typeof value;
}

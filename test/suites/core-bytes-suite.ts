/** What needs no key, and bytes that are none, on every core. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_PLAIN } from '../../js/core/core.ts';
import {
  errorOf,
  keys,
  LIMIT,
  type MakeCore,
  refusal,
  sameBytes,
  sampleOf,
} from './core-inputs.ts';

const encoder = new TextEncoder();

/** Published answers of BLAKE2b with these digest sizes. */
const BLAKE2B: readonly (readonly [string, 16 | 32, string])[] = [
  ['', 32, '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'],
  ['', 16, 'cae66941d9efbd404e4d88758ea67670'],
  ['abc', 32, 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
  ['abc', 16, 'cf4ab791c62b8d2b2109c90275287816'],
];

const BAD_BYTES: [string, () => unknown][] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['a string', () => 'abc'],
  ['a number', () => 3],
  ['an array', () => [1, 2, 3]],
  ['an ArrayBuffer', () => new ArrayBuffer(8)],
  ['a DataView', () => new DataView(new ArrayBuffer(8))],
  ['an Int8Array', () => new Int8Array(8)],
  ['a Uint8ClampedArray', () => new Uint8ClampedArray(8)],
  ['a Uint16Array', () => new Uint16Array(8)],
  ['an object that says it is one', () => ({ [Symbol.toStringTag]: 'Uint8Array', length: 8 })],
  ['a proxy of one', () => new Proxy(new Uint8Array(8), {})],
  ['a detached one', detached],
];

if (typeof SharedArrayBuffer !== 'undefined') {
  BAD_BYTES.push(['one over shared memory', () => new Uint8Array(new SharedArrayBuffer(64))]);
}

export function coreBytesSuite(name: string, makeCore: MakeCore): void {
  describe(`bytes of the ${name} core`, () => {
    test.each([0, 1, 100, 70_000, 3_000_000])('unpacks the %i bytes it packed', async (size) => {
      const core = await makeCore();
      const envelope = core.pack(sampleOf(size));
      expect(sameBytes(core.unpack(envelope, size), sampleOf(size))).toBe(true);
      if (size === 0) return;
      expect(await errorOf(() => core.unpack(envelope, size - 1))).toMatchObject(
        refusal('ERR_VALUE_TOO_LARGE', 'kValueTooLarge'),
      );
    });

    test('refuses every envelope that is cut short or has a byte more', async () => {
      const core = await makeCore();
      const envelope = core.pack(sampleOf(300));
      for (let size = 0; size < envelope.length; size += 1) {
        expect(await errorOf(() => core.unpack(envelope.subarray(0, size), LIMIT))).toBeInstanceOf(
          Error,
        );
      }
      const longer = Uint8Array.of(...envelope, 0);
      expect(await errorOf(() => core.unpack(longer, LIMIT))).toMatchObject({
        reason: 'kBoundsTrailing',
      });
    });

    test('refuses a value that does not match its checksum', async () => {
      const core = await makeCore();
      const envelope = core.pack(encoder.encode('noise without any repetition'));
      const at = envelope.indexOf(0x6e);
      envelope[at] = 0x4e;
      expect(await errorOf(() => core.unpack(envelope, LIMIT))).toMatchObject(
        refusal('ERR_INTEGRITY', 'kChecksumMismatch'),
      );
    });

    test('checks what a decoder is to see', async () => {
      const core = await makeCore();
      const nested = (depth: number) => Uint8Array.of(...Array(depth).fill(0x91), 0xc0);
      core.checkDecodeBounds(nested(32), 32);
      const bad: readonly (readonly [Uint8Array, number, string, string])[] = [
        [nested(33), 32, 'ERR_SERIALIZATION', 'kBoundsDepth'],
        [Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff), 100, 'ERR_SERIALIZATION', 'kBoundsSlots'],
        [new Uint8Array(), 100, 'ERR_SERIALIZATION', 'kBoundsIncomplete'],
        [Uint8Array.of(0xc0, 0xc0), 100, 'ERR_SERIALIZATION', 'kBoundsTrailing'],
        [Uint8Array.of(0xc1), 100, 'ERR_SERIALIZATION', 'kBoundsInvalidByte'],
        [Uint8Array.of(0xc0), 31, 'ERR_CONFIGURATION', 'kInvalidArgument'],
        [Uint8Array.of(0xc0), 1025, 'ERR_CONFIGURATION', 'kInvalidArgument'],
        [Uint8Array.of(0xc0), Number.NaN, 'ERR_CONFIGURATION', 'kInvalidArgument'],
        [Uint8Array.of(0xc0), 2 ** 32 + 100, 'ERR_CONFIGURATION', 'kInvalidArgument'],
      ];
      for (const [document, limit, code, reason] of bad) {
        const error = await errorOf(() => core.checkDecodeBounds(document, limit));
        expect(error).toMatchObject({ code, reason });
      }
    });

    test.each(BLAKE2B)('digests "%s" to %i bytes', async (text, size, hex) => {
      const core = await makeCore();
      expect(core.blake2bHex(encoder.encode(text), size)).toBe(hex);
    });

    test('makes the key of a call in interop mode', async () => {
      const core = await makeCore();
      const stream = Uint8Array.of(0xdc, 0, 1, 0xcd, 0, 42);
      expect(core.interopKey('users', 'get_user', stream)).toBe(
        'users:get_user:61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875',
      );
      const refusals: readonly (readonly [string, string, number[], string])[] = [
        ['ns', 'op', [0x90], 'kInteropSegment'],
        ['users', 'a:b', [0x90], 'kInteropSegment'],
        ['users:a', 'b', [0x90], 'kInteropSegment'],
        ['users', 'é'.repeat(5000), [0x90], 'kInteropSegment'],
        ['users', 'op', [0xc0], 'kInvalidArgument'],
        ['users', 'op', [0x91, 0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0], 'kNumberNotFinite'],
      ];
      for (const [namespace, operation, bytes, reason] of refusals) {
        const attempt = () => core.interopKey(namespace, operation, Uint8Array.from(bytes));
        expect(await errorOf(attempt)).toMatchObject(refusal('ERR_CONFIGURATION', reason));
      }
      const attempt = () => core.interopKey('users', 'op', new Uint8Array(1_048_577).fill(0x91));
      expect(await errorOf(attempt)).toMatchObject(
        refusal('ERR_VALUE_TOO_LARGE', 'kInputTooLarge'),
      );
    });

    test.each([0, 1, 100, 70_000, 3_000_000])('packs %i bytes for interop v2', async (size) => {
      const core = await makeCore();
      for (const compress of [false, true]) {
        const container = core.packInterop(sampleOf(size), compress);
        expect(sameBytes(core.unpackInterop(container, size), sampleOf(size))).toBe(true);
        if (size === 0) continue;
        expect(await errorOf(() => core.unpackInterop(container, size - 1))).toMatchObject(
          refusal('ERR_VALUE_TOO_LARGE', 'kValueTooLarge'),
        );
      }
      expect(core.packInterop(new Uint8Array(70_000), true).length).toBeLessThan(400);
    });

    test.each(BAD_BYTES)('refuses %s for bytes', async (_, make) => {
      const core = await makeCore();
      const sealer = await core.createSealer(keys);
      const spent = sealer.nonceCounter;
      const uses: readonly ((bytes: unknown) => unknown)[] = [
        (bytes) => Reflect.apply(sealer.seal, sealer, [bytes, 'key', CONTAINER_PLAIN]),
        (bytes) => Reflect.apply(sealer.open, sealer, [bytes, 'key', CONTAINER_PLAIN, LIMIT]),
        (bytes) => Reflect.apply(core.pack, core, [bytes]),
        (bytes) => Reflect.apply(core.unpack, core, [bytes, LIMIT]),
        (bytes) => Reflect.apply(core.checkDecodeBounds, core, [bytes, 100]),
        (bytes) => Reflect.apply(core.blake2bHex, core, [bytes, 32]),
        (bytes) => Reflect.apply(core.interopKey, core, ['users', 'op', bytes]),
        (bytes) => Reflect.apply(core.packInterop, core, [bytes, true]),
        (bytes) => Reflect.apply(core.unpackInterop, core, [bytes, LIMIT]),
      ];
      for (const use of uses) {
        expect(await errorOf(async () => use(make()))).toMatchObject({ code: 'ERR_CONFIGURATION' });
      }
      expect(sealer.nonceCounter).toBe(spent);
    });
  });
}

function detached(): Uint8Array {
  const bytes = new Uint8Array(8);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

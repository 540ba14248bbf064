/**
 * Native and WebAssembly give the same bytes for the same key, nonce and input. LZ4 chooses its tables
 * by word size and input size, so sizes around its 64 KiB switch and repetitive values come up often.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONTAINER_ENVELOPE,
  CONTAINER_PACKED,
  CONTAINER_PLAIN,
  type Container,
} from '../../../js/core/core.ts';
import { loadWasmModule } from '../../../js/core/wasm-loader-node.ts';
import { loadHookedAddon } from '../../helpers/native-hooks.ts';
import { nativeTarget } from '../../protocol/native-target.ts';
import { wasmTarget } from '../../protocol/wasm-target.ts';

const RUNS = 1000;
const LIMIT = 10_000_000;

const native = nativeTarget(loadHookedAddon());
const wasm = wasmTarget('wasm', await loadWasmModule('sealcache-hooks'));

const size = fc.oneof(
  { weight: 6, arbitrary: fc.nat(2000) },
  { weight: 3, arbitrary: fc.integer({ min: 65_000, max: 66_100 }) },
  { weight: 1, arbitrary: fc.nat(400_000) },
);

/** How a value is made of its size: from noise to one repeated byte. */
const texture = fc.record({
  size,
  /** Below 256: fewer values, longer matches. */
  alphabet: fc.constantFrom(1, 2, 4, 16, 64, 256),
  /** Length after which the value repeats itself, now and then broken. */
  period: fc.constantFrom(1, 7, 60, 900, 30_000, 65_536, 1_000_000),
  flaws: fc.nat(50),
  seed: fc.integer({ min: 1 }),
});

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
  fc.string({ minLength: 1, maxLength: 40 }),
);

const input = fc.record({
  master: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  nonce: fc
    .uint8Array({ minLength: 12, maxLength: 12 })
    // The last counter is refused.
    .filter((bytes) => bytes.subarray(8).some((byte) => byte !== 0xff)),
  tenant: text,
  cacheKey: fc.oneof(
    { weight: 9, arbitrary: text },
    { weight: 1, arbitrary: fc.nat(20_000).map((length) => 'ключ:'.repeat(length / 9 + 1)) },
  ),
  container: fc.constantFrom<Container>(CONTAINER_PLAIN, CONTAINER_ENVELOPE, CONTAINER_PACKED),
  value: texture.map(bytesOf),
});

describe('native and WebAssembly agree', () => {
  test(`on AAD and sealed bytes of ${RUNS} random entries`, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(input, async ({ master, nonce, tenant, cacheKey, container, value }) => {
        const bound = container !== CONTAINER_PLAIN;
        const aad = native.hooks.aad(tenant, cacheKey, bound);
        same(wasm.hooks.aad(tenant, cacheKey, bound), aad);

        const keys = { current: master, previous: [], tenantId: tenant };
        const byNative = await native.hooks.sealWithNonce(keys, nonce, value, cacheKey, container);
        const byWasm = await wasm.hooks.sealWithNonce(keys, nonce, value, cacheKey, container);
        same(byWasm, byNative);
        same(byNative.subarray(0, 12), nonce);

        const [opener, sealed] = ((nonce[0] ?? 0) & 1) === 1 ? [native, byWasm] : [wasm, byNative];
        const sealer = await opener.core.createSealer(keys);
        same(await sealer.open(sealed, cacheKey, container, LIMIT), value);
        sealer.dispose();
      }),
      { numRuns: RUNS },
    );
  });

  test('on the envelope of every size around the switch of tables', { timeout: 60_000 }, () => {
    for (let length = 65_500; length < 65_600; length += 1) {
      for (const alphabet of [2, 256]) {
        const value = bytesOf({ size: length, alphabet, period: 900, flaws: 9, seed: length });
        same(wasm.core.pack(value), native.core.pack(value));
      }
    }
  });

  test('and would not if a byte differed', () => {
    expect(() => same(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toThrow();
  });
});

/** Equality that does not print megabytes. */
function same(actual: Uint8Array, expected: Uint8Array): void {
  if (Buffer.compare(actual, expected) === 0) return;
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  expect.fail(`${actual.length} and ${expected.length} bytes differ from byte ${at} on`);
}

interface Texture {
  readonly size: number;
  readonly alphabet: number;
  readonly period: number;
  readonly flaws: number;
  readonly seed: number;
}

function bytesOf({ size: length, alphabet, period, flaws, seed }: Texture): Uint8Array {
  const value = new Uint8Array(length);
  let state = seed;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let i = 0; i < length; i += 1) {
    value[i] = i < period ? next() % alphabet : (value[i - period] ?? 0);
  }
  for (let i = 0; i < flaws && length > 0; i += 1) value[next() % length] = next();
  return value;
}

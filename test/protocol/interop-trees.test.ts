/** Random trees of interop mode: one form from the C++ writer on both targets and the slow reference. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexOf } from '../../js/conformance/bytes.ts';
import { interopOf } from '../../js/conformance/checks.ts';
import type { Entry, Item } from '../../js/conformance/interop-model.ts';
import { loadWasmModule } from '../../js/core/wasm-loader-node.ts';
import { loadHookedAddon } from '../helpers/native-hooks.ts';
import { nativeTarget } from './native-target.ts';
import { referenceTarget } from './reference-target.ts';
import { wasmTarget } from './wasm-target.ts';

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  // Beyond the BMP the order of UTF-16 is not the one of UTF-8.
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\ufeff', '｡', '𐀀', '__proto__', 'constructor', '0', '10', '9'),
);

const integer = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    fc.bigInt({ min: -70_000n, max: 70_000n }),
  )
  .chain((value) => {
    const safe = BigInt.asIntN(53, value) === value;
    return fc.boolean().map((wide): Item => ({ is: 'int', value, wide: wide || !safe }));
  });

const float = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.constantFrom(-0, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 63), -(2 ** 64), 1e300, 5e-324),
  )
  .map((value): Item => ({ is: 'float', value }));

const scalars = [
  fc.constant<Item>({ is: 'null' }),
  fc.boolean().map((value): Item => ({ is: 'bool', value })),
  integer,
  float,
  text.map((given): Item => ({ is: 'text', text: given })),
  fc.uint8Array({ maxLength: 300 }).map((given): Item => ({ is: 'bytes', bytes: given })),
  fc.uuid().map((given): Item => ({ is: 'uuid', text: given })),
];

const instant = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map((value): Item => ({ is: 'instant', value }));

/** Trees over `leaves`, with collections of every header up to 16 bits. */
function trees(leaves: readonly fc.Arbitrary<Item>[]): fc.Arbitrary<Item> {
  return fc.letrec<{ tree: Item }>((tie) => {
    const items = fc.array(tie('tree'), { maxLength: 20 });
    const entry = fc
      .tuple(text, tie('tree'))
      .map(([name, value]): Entry => [{ is: 'text', text: name }, value]);
    const entries = fc.uniqueArray(entry, { maxLength: 20, selector: nameOf });
    return {
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        ...leaves,
        items.map((given): Item => ({ is: 'list', items: given })),
        items.map((given): Item => ({ is: 'set', items: given })),
        entries.map((given): Item => ({ is: 'map', entries: given })),
      ),
    };
  }).tree;
}

function nameOf([key]: Entry): string {
  return key.is === 'text' ? key.text : '';
}

describe('random trees of interop mode', async () => {
  const targets = [
    nativeTarget(loadHookedAddon()),
    wasmTarget('wasm', await loadWasmModule('sealcache-hooks')),
  ];
  const reference = interopOf(referenceTarget);

  test('10,000 lists of arguments have one form and one key', { timeout: 120_000 }, async () => {
    const args = fc.array(trees([...scalars, instant]), { maxLength: 4 });
    const longest = { bytes: 0 };
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const form = reference.canonicalArguments(given);
        longest.bytes = Math.max(longest.bytes, form.length);
        const key = await reference.key('users', 'get_user', given);
        for (const { name, interop } of targets.map((target) => ({
          name: target.name,
          interop: interopOf(target),
        }))) {
          expect(hexOf(interop.canonicalArguments(given)), name).toBe(hexOf(form));
          expect(await interop.key('users', 'get_user', given), name).toBe(key);
        }
      }),
      { numRuns: 10_000 },
    );
    // Trees that stay small would show little.
    expect(longest.bytes).toBeGreaterThan(1000);
  });

  test('10,000 values have one form', { timeout: 120_000 }, () => {
    const [target] = targets;
    if (target === undefined) throw new Error('no target');
    const interop = interopOf(target);
    fc.assert(
      fc.property(trees(scalars), (given) => {
        expect(hexOf(interop.encode(given))).toBe(hexOf(reference.encode(given)));
      }),
      { numRuns: 10_000 },
    );
  });
});

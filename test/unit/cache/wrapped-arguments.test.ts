/** Calls of a wrapped function share an entry exactly where docs/cache-keys.md calls them equal. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCache, generateKey, MemoryBackend } from '../../../js/node.ts';
import { reordered, same, value } from '../keys/arguments.ts';

const identity = fc.record({
  namespace: fc.constantFrom('a', 'b', 'a:b'),
  name: fc.constantFrom(undefined, 'f', 'g'),
});
const call = fc.record({ identity, args: fc.array(value, { maxLength: 2 }) });

test.each([
  ['plaintext', {}],
  ['encrypted', { encryption: { masterKey: generateKey() } }],
])('A7, A8, A11: two calls through a whole cache, %s', { timeout: 60_000 }, async (_, options) => {
  let met = 0;
  await fc.assert(
    fc.asyncProperty(call, call, fc.boolean(), async (one, drawn, twin) => {
      const other = twin ? { ...one, args: one.args.map(reordered) } : drawn;
      const cache = createCache({ backend: new MemoryBackend(), ...options });
      const ask = async ({ identity: { namespace, name }, args }: typeof one, answer: string) => {
        const named = name === undefined ? { namespace } : { namespace, name };
        return await cache.wrap((..._given: unknown[]) => answer, named)(...args);
      };
      const equal =
        one.identity.namespace === other.identity.namespace &&
        one.identity.name === other.identity.name &&
        same(one.args, other.args);
      if (equal) met++;
      expect(await ask(one, 'first')).toBe('first');
      expect(await ask(other, 'second')).toBe(equal ? 'first' : 'second');
      expect(await ask(one, 'third')).toBe('first');
      await cache.close();
    }),
    { numRuns: 400 },
  );
  expect(met).toBeGreaterThan(100);
});

/** Which calls of wrapped functions share an entry, and which never do (PITFALLS A7–A11; B43, B47). */
import { describe, expect, test, vi } from 'vitest';
import { CachekitError, ConfigurationError } from '../../../js/errors.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

class Point {
  x = 1;
}

/** Each list is another one than all the others. */
const DISTINCT: readonly (readonly unknown[])[] = [
  [],
  [undefined],
  [null],
  [{ a: undefined }],
  [{ a: null }],
  [{}],
  [new Date(0)],
  [new Date(0).toISOString()],
  [0],
  [0n],
  ['0'],
  [false],
  [Number.NaN],
  [new Map([['a', 1]])],
  [new Map([[1, 1]])],
  [new Map([['1', 1]])],
  [{ a: 1 }],
  [{ 1: 1 }],
  [new Set([1, 2])],
  [[1, 2]],
  [1, 2],
  [[1], 2],
  [new Uint8Array([0, 0])],
  [new Int8Array([0, 0])],
  [new Uint16Array([0])],
  [new ArrayBuffer(2)],
  [new DataView(new ArrayBuffer(2))],
  [[0, 0]],
  [JSON.parse('{"__proto__":{"a":1}}')],
  [JSON.parse('{"__proto__":{"a":2}}')],
];

/** Each pair is equal, and made apart. */
const EQUAL: readonly (readonly [string, unknown, unknown])[] = [
  ['sets of objects', new Set([{ a: 1 }, { b: 2 }, [3]]), new Set([[3], { b: 2 }, { a: 1 }])],
  [
    'maps with objects for keys',
    new Map([
      [{ a: 1 }, 1],
      [{ b: 2 }, 2],
    ]),
    new Map([
      [{ b: 2 }, 2],
      [{ a: 1 }, 1],
    ]),
  ],
  ['objects', { a: 1, b: { c: [2], d: 3 } }, { b: { d: 3, c: [2] }, a: 1 }],
  ['dates', new Date(5), new Date(5)],
  ['bytes', Uint8Array.of(9, 1, 2).subarray(1), Uint8Array.of(1, 2)],
];

const REFUSED: readonly (readonly [string, unknown])[] = [
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a symbol key', { [Symbol('s')]: 1 }],
  ['a class instance', new Point()],
  ['a RegExp', /x/],
  ['an Error', new Error('x')],
  ['a Promise', Promise.resolve(1)],
  ['a getter', Object.defineProperty({}, 'a', { get: () => 1, enumerable: true })],
  ['a lone surrogate', '\ud800'],
];

export function pitfallsKeysSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: which calls share an entry`, () => {
    captureLog();

    /** A wrapped function that says how often it ran. */
    const counting = () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const compute = vi.fn(async (..._args: unknown[]) => compute.mock.calls.length);
      return { backend, cache, compute, wrapped: cache.wrap(compute, { namespace: 'n' }) };
    };

    test('A7, A9, B43: arguments that are not equal never meet', async () => {
      const { wrapped, compute } = counting();
      for (const [index, args] of DISTINCT.entries()) {
        expect(await wrapped(...args), `list ${index}`).toBe(index + 1);
      }
      for (const [index, args] of DISTINCT.entries())
        expect(await wrapped(...args)).toBe(index + 1);
      expect(compute).toHaveBeenCalledTimes(DISTINCT.length);
    });

    test.each(EQUAL)('A8: equal %s always meet', async (_what, one, other) => {
      const { wrapped } = counting();
      expect([await wrapped(one), await wrapped(other)]).toEqual([1, 1]);
    });

    test.each(REFUSED)('A9, A10: %s is refused before anything is asked', async (_what, given) => {
      const { backend, wrapped, compute } = counting();
      for (const args of [[given], [1, { nested: [given] }], [new Map([['k', given]])]]) {
        const error = await wrapped(...args).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(CachekitError);
        expect(error).toMatchObject({ code: 'ERR_CONFIGURATION' });
      }
      expect(compute).not.toHaveBeenCalled();
      expect(backend.calls.get).toBe(0);
    });

    test('A10: BigInts are arguments like any other', async () => {
      const { wrapped } = counting();
      const given = [1n, 2n, -1n, 2n ** 64n, 1, '1'];
      for (const [index, argument] of given.entries())
        expect(await wrapped(argument)).toBe(index + 1);
      expect(await wrapped(2n ** 64n)).toBe(4);
    });

    test('A11: functions of one namespace are kept apart by name, and by nothing else', async () => {
      const cache = makeCache({ backend: new GatedBackend() });
      const wrap = (answer: string, more: object) =>
        cache.wrap((id: number) => `${answer} ${id}`, { namespace: 'n', ...more });
      const named = [wrap('a', { name: 'a' }), wrap('b', { name: 'b' }), wrap('none', {})];
      for (let i = 0; i < 2; i++) {
        const answers = await Promise.all(named.map((call) => call(1)));
        expect(answers).toEqual(['a 1', 'b 1', 'none 1']);
      }
      expect(await wrap('later', { name: 'a' })(1)).toBe('a 1');
      expect(await cache.wrap((id: number) => `m ${id}`, { namespace: 'm' })(1)).toBe('m 1');
    });

    test.each([
      '',
      undefined,
      null,
      7,
      ' ',
      'a b',
      'a\n',
      '..',
      'a..b',
      'ns',
      'nsapi',
      'ns:a',
      'nsapi:a:b',
      'a\ud800',
    ])('A11, B47: the namespace %j is refused when the function is wrapped', (namespace) => {
      const cache = makeCache({ backend: new GatedBackend() });
      const wrap = () => Reflect.apply(cache.wrap, cache, [() => 1, { namespace }]);
      expect(wrap).toThrow(ConfigurationError);
    });

    test.each(['', null, 1, 'a\ud800'])('A11: so is the name %j', (given) => {
      const cache = makeCache({ backend: new GatedBackend() });
      const options = { namespace: 'n', name: given };
      expect(() => Reflect.apply(cache.wrap, cache, [() => 1, options])).toThrow(
        ConfigurationError,
      );
    });
  });
}

import { describe, expect, test } from 'vitest';
import { isThenable } from '../../../js/core/thenable.ts';

class Subclass extends Promise<number> {}

describe('B53: isThenable decides by then, never by class', () => {
  const awaited: [string, unknown][] = [
    ['a native promise', Promise.resolve(1)],
    ['a promise subclass', Subclass.resolve(1)],
    ['a plain thenable', { then: (resolve: (value: number) => void) => resolve(1) }],
    ['a callable thenable', Object.assign(() => {}, { then: () => {} })],
  ];
  const kept: [string, unknown][] = [
    ['an object with a then that is no function', { then: 1 }],
    ['a Uint8Array', new Uint8Array(3)],
    ['a Buffer', Buffer.alloc(3)],
    ['a value wrapper', { value: new Uint8Array(1) }],
    ['null', null],
    ['undefined', undefined],
    ['a number', 7],
    ['a string', 'then'],
    ['a function', () => {}],
  ];
  test.each(awaited)('awaits %s', (_name, value) => {
    expect(isThenable(value)).toBe(true);
  });
  test.each(kept)('keeps %s', (_name, value) => {
    expect(isThenable(value)).toBe(false);
  });

  test('a then getter that throws is the caller’s error', () => {
    const hostile = {
      get then(): never {
        throw new RangeError('hostile');
      },
    };
    expect(() => isThenable(hostile)).toThrow(RangeError);
  });
});

import { expect, it } from 'vitest';
import { NonceExhaustedError } from '../../../js/errors.ts';
import { describeError } from '../../../js/log/describe-error.ts';

class Renamed extends Error {}
Object.defineProperty(Renamed, 'name', { value: 'bad\nname' });

const hostile = Object.defineProperty({}, 'constructor', {
  get() {
    throw new Error('trap');
  },
});

it.each([
  [new NonceExhaustedError('text'), 'NonceExhaustedError ERR_NONCE_EXHAUSTED'],
  [new RangeError('text'), 'RangeError'],
  [new Renamed(), 'bad\\u{a}name'],
  [Object.create(null), 'an unnamed error'],
  [hostile, 'an unnamed error'],
  ['text', 'a thrown string'],
  [null, 'a thrown object'],
])('%#: says the kind only', (error, description) => {
  expect(describeError(error)).toBe(description);
});

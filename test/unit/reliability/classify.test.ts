import { expect, it } from 'vitest';
import {
  BackendError,
  CircuitBreakerOpenError,
  ConfigurationError,
  EncryptionError,
  type ErrorClassification,
  IntegrityError,
  NonceExhaustedError,
  SerializationError,
  TimeoutError,
  ValueTooLargeError,
} from '../../../js/errors.ts';
import { classify, isStoreFault, toError } from '../../../js/reliability/classify.ts';

const own: ErrorClassification[] = ['transient', 'timeout', 'permanent', 'authentication'];

it.each(own)('takes a BackendError at its word: %s', (classification) => {
  expect(classify(new BackendError('x', classification))).toBe(classification);
});

it('calls every kind of timeout a timeout', () => {
  expect(classify(new TimeoutError('x'))).toBe('timeout');
  expect(classify(new DOMException('x', 'TimeoutError'))).toBe('timeout');
});

it("never blames the store for the caller's abort", () => {
  expect(classify(new DOMException('x', 'AbortError'))).toBe('permanent');
});

it.each([
  ConfigurationError,
  EncryptionError,
  NonceExhaustedError,
  IntegrityError,
  SerializationError,
  ValueTooLargeError,
  CircuitBreakerOpenError,
])('B9, B64: never blames the store for a %o', (type) => {
  expect(classify(new type('x'))).toBe('permanent');
});

it.each([new Error('x'), new TypeError('fetch failed'), 'text', null, undefined, 7, {}])(
  'takes %o of a custom backend for a passing fault',
  (thrown) => {
    expect(classify(thrown)).toBe('transient');
  },
);

it('B10: retries and counts only transient faults and timeouts', () => {
  expect(own.filter(isStoreFault)).toStrictEqual(['transient', 'timeout']);
});

it('hands callbacks an Error whatever was thrown', () => {
  const error = new TypeError('x');
  expect(toError(error)).toBe(error);
  expect(toError('text')).toBeInstanceOf(Error);
  expect(toError('text').cause).toBe('text');
});

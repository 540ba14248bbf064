import { expect, test } from 'vitest';
import { ConfigurationError, defaultSerializer, MessagePackSerializer } from '../../../js/node.ts';

test('values come back equal, in bytes of the caller’s own', () => {
  const value = { at: new Date(0), list: [1, 2n ** 60n] };
  const first = defaultSerializer.encode(value);
  defaultSerializer.encode('overwrites the kept buffer');
  expect(defaultSerializer.decode(first)).toEqual(value);
  expect(first.byteLength).toBe(first.buffer.byteLength);
});

test('its limits are checked when it is made, and kept', () => {
  expect(() => new MessagePackSerializer({ maxDepth: 1 })).toThrow(ConfigurationError);
  const small = new MessagePackSerializer({ maxEncodedSize: 4 });
  expect(() => small.encode('12345')).toThrow(/maxEncodedSize/);
});

import { expect, it } from 'vitest';
import { keyDigest } from '../../../js/log/key-digest.ts';
import { blake2b } from '../../reference/blake2b.ts';

const hash = (data: Uint8Array) => Buffer.from(blake2b(data, 16)).toString('hex');

it('names a key by 128 bits of BLAKE2b over its UTF-8', () => {
  const digest = keyDigest(hash);
  expect(digest('abc')).toBe('cf4ab791c62b8d2b2109c90275287816');
  expect(digest('é')).toBe(hash(Uint8Array.of(0xc3, 0xa9)));
  expect(digest('abc')).not.toBe(digest('abd'));
});

/** A key is one path segment, encoded once (PROTOCOL §10.2, B29). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keySegment, requireServiceKey } from '../../../../js/backends/http/key-segment.ts';
import { ConfigurationError } from '../../../../js/errors.ts';

const REFUSED = ['', '.', '..', 'health', 'ttl', 'lock', '\ud800', 'x\udc00', 'k'.repeat(401)];

/** `encodeURIComponent` leaves `! * ' ( )` as they are, all of them, which the protocol permits. */
const ENCODED: readonly (readonly [string, string])[] = [
  ['ns:app:func:m.f:args:00ff:1s', 'ns%3Aapp%3Afunc%3Am.f%3Aargs%3A00ff%3A1s'],
  ['default:../../admin', 'default%3A..%2F..%2Fadmin'],
  ['x/../../health', 'x%2F..%2F..%2Fhealth'],
  ['k?x=1#f', 'k%3Fx%3D1%23f'],
  ['a b', 'a%20b'],
  ['a+b', 'a%2Bb'],
  ['100%', '100%25'],
  ['%2e%2e', '%252e%252e'],
  ['User%3AKey', 'User%253AKey'],
  ['a:..', 'a%3A..'],
  ['..a', '..a'],
  ['...', '...'],
  ['a\\..\\health', 'a%5C..%5Chealth'],
  ['.\t.', '.%09.'],
  ['.\r\n.', '.%0D%0A.'],
  ['a\0b\x1fc\x7fd', 'a%00b%1Fc%7Fd'],
  ['café', 'caf%C3%A9'],
  ['cafe\u0301', 'cafe%CC%81'],
  ['😀', '%F0%9F%98%80'],
  ['A-z_0~9.', 'A-z_0~9.'],
  ["f(x)!*'", "f(x)!*'"],
  ['Health', 'Health'],
  ['TTL', 'TTL'],
  ['lock ', 'lock%20'],
  ['&;,@$[]"<>^`{|}', '%26%3B%2C%40%24%5B%5D%22%3C%3E%5E%60%7B%7C%7D'],
];

describe('a key in a URL', () => {
  it.each(REFUSED)('is refused, not quoted: %j', (key) => {
    expect(() => requireServiceKey(key)).toThrow(ConfigurationError);
    expect(() => keySegment(key)).toThrow(ConfigurationError);
  });

  it.each(ENCODED)('%j is sent as %s', (key, segment) => {
    expect(keySegment(key)).toBe(segment);
    for (const resource of ['', '/ttl', '/lock']) {
      const url = new URL(`https://api.cachekit.io/v1/cache/${segment}${resource}`);
      expect(url.pathname).toBe(`/v1/cache/${segment}${resource}`);
      expect([url.search, url.hash]).toStrictEqual(['', '']);
    }
  });

  it('of 400 characters is taken', () => {
    expect(keySegment('k'.repeat(400))).toHaveLength(400);
  });

  it('of any kind survives a URL parser and comes back from one decoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), (key) => {
        fc.pre(!REFUSED.includes(key));
        const segment = keySegment(key);
        expect(segment).toMatch(/^([A-Za-z0-9\-._~!*'()]|%[0-9A-F]{2})+$/);
        expect(new URL(`https://h/v1/cache/${segment}/ttl`).pathname).toBe(
          `/v1/cache/${segment}/ttl`,
        );
        expect(decodeURIComponent(segment)).toBe(key);
      }),
    );
  });
});

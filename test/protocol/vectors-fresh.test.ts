/** The vector files are what the reference makes, and the reference knows the published answers. */
import { createHash, hkdfSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ownFiles } from '../../js/conformance/rows.ts';
import { aad } from '../reference/aad.ts';
import { blake2b, blake2bHex } from '../reference/blake2b.ts';
import { fromHex, hex, utf8 } from '../reference/bytes.ts';
import { bin, encodeEnvelope, packEnvelope } from '../reference/envelope-pack.ts';
import { unpackEnvelope } from '../reference/envelope-unpack.ts';
import { fingerprint } from '../reference/fingerprint.ts';
import { hkdfSha256 } from '../reference/hkdf.ts';
import { nonce } from '../reference/nonce.ts';
import { errorKinds } from '../reference/protocol-error.ts';
import { allVectorFiles } from '../reference/vectors/all.ts';
import { seeded } from '../reference/vectors/pieces.ts';
import { rowCount, textOf } from '../reference/vectors/vector-file.ts';
import { checksum, xxh3 } from '../reference/xxh3.ts';

const vectors = new URL('../vectors/', import.meta.url);
const files = allVectorFiles();

describe('the vector files', () => {
  test.each(files.map((file) => ({ name: file.name, file })))('$name is fresh', ({ file }) => {
    const stored = readFileSync(new URL(file.name, vectors), 'utf8');
    // Not toBe: a difference in a file of this size would print for minutes.
    expect(stored === textOf(file), 'run node test/reference/make-vectors.ts').toBe(true);
  });

  test('hold at least 300 cases, all with rows', () => {
    expect(files.reduce((sum, file) => sum + rowCount(file), 0)).toBeGreaterThanOrEqual(300);
    const names = files.map((file) => file.name);
    expect(readdirSync(vectors).sort()).toEqual(names.toSorted());
    expect(ownFiles.toSorted()).toEqual(names.toSorted());
  });

  test.each(files.map((file) => ({ name: file.name, file })))(
    '$name names no two rows of a group alike',
    ({ file }) => {
      for (const rows of Object.values(file.groups)) {
        expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
      }
    },
  );
});

describe('the reference', () => {
  const a32 = new Uint8Array(32).fill(0x61);

  test('derives what RFC 5869 case 1 states', () => {
    const okm = hkdfSha256(
      fromHex('0b'.repeat(22)),
      fromHex('000102030405060708090a0b0c'),
      fromHex('f0f1f2f3f4f5f6f7f8f9'),
      42,
    );
    expect(hex(okm)).toBe(
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    );
  });

  test('derives what node:crypto derives', () => {
    for (const size of [1, 31, 32, 33, 64, 255]) {
      const info = utf8(`info ${size}`);
      const salt = seeded('hkdf salt', size);
      const expected = new Uint8Array(hkdfSync('sha256', a32, salt, info, size));
      expect(hex(hkdfSha256(a32, salt, info, size))).toBe(hex(expected));
    }
  });

  test.each([
    ['61', 'cross-sdk-test', '96179a9bc881aa7ca83f04b78a66afd3'],
    ['61', 'default', '52d54c97f8e5efaa5bdf58a301f92726'],
    ['11', 'keyring-conformance', 'b6bfaa4119e9d72c87a393b17f1e117b'],
    ['22', 'keyring-conformance', 'e066ffdacfb5fb11a6ecc44c7a0ecb4e'],
  ])('fingerprints %s×32 of tenant %s', (byte, tenant, expected) => {
    expect(fingerprint(fromHex(byte.repeat(32)), tenant)).toBe(expected);
  });

  test('builds the AAD of the specification', () => {
    expect(hex(aad('test', 'mykey', false))).toBe(
      '030000000474657374000000056d796b6579000000076d73677061636b0000000546616c7365',
    );
  });

  test('lays a nonce out big-endian and never gives the last counter', () => {
    expect(hex(nonce(0x0102030405060708n, 9n))).toBe('010203040506070800000009');
    expect(hex(nonce(0n, 0xffff_fffen))).toBe('0000000000000000fffffffe');
    expect(() => nonce(0n, 0xffff_ffffn)).toThrow('kNonceExhausted');
  });

  test.each([
    [new Uint8Array(0), '2d06800538d394c2'],
    [Uint8Array.of(0xff), 'd6bcec3c6b29d72e'],
    [new Uint8Array(1024).fill(0x41), '4d35ad08e9d77c0d'],
    [utf8('hello, cachekit!'), '6d8a34b63a3c52d3'],
  ])('hashes with XXH3: %#', (data, expected) => {
    expect(hex(checksum(data))).toBe(expected);
    expect(xxh3(data).toString(16).padStart(16, '0')).toBe(expected);
  });

  test('digests the arguments [42] with BLAKE2b', () => {
    expect(blake2bHex(fromHex('912a'), 32)).toBe(
      '61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875',
    );
  });

  test.each([0, 1, 127, 128, 129, 256, 257, 1000])('digests %i bytes as OpenSSL does', (size) => {
    const data = seeded('openssl', size);
    const expected = createHash('blake2b512').update(data).digest('hex');
    expect(hex(blake2b(data, 64))).toBe(expected);
  });

  test.each([
    [
      'hello, cachekit!',
      '94c412f00168656c6c6f2c2063616368656b697421986dcc8a34ccb63a3c52ccd310a76d73677061636b',
    ],
    [
      'Hello, CacheKit!',
      '94c412f00148656c6c6f2c2043616368654b69742198796ecced283c5d69cc8d10a76d73677061636b',
    ],
  ])('packs %s as the specification does', (text, expected) => {
    expect(hex(packEnvelope(utf8(text)))).toBe(expected);
    expect(hex(unpackEnvelope(fromHex(expected), 16))).toBe(hex(utf8(text)));
  });

  test.each([
    ['of lz4_flex', '1f410100ffffffe960414141414141'],
    ['of liblz4', '1f410100ffffffea504141414141'],
  ])('unpacks 1024 times A from the block %s', (_writer, block) => {
    const value = new Uint8Array(1024).fill(0x41);
    const envelope = encodeEnvelope(bin(fromHex(block)), checksum(value), 1024);
    expect(hex(unpackEnvelope(envelope, 1024))).toBe(hex(value));
  });

  test('knows every error of the core, in its order', () => {
    const header = readFileSync(new URL('../../shared/error.h', import.meta.url), 'utf8');
    const enumerators = [...header.matchAll(/X\(\d+, (k\w+),/g)].map(([, name]) => name);
    expect(errorKinds).toEqual(enumerators);
  });
});

import { hex, utf8 } from '../bytes.ts';
import { nonce } from '../nonce.ts';
import { type ContainerName, type Keys, seal } from '../sealer.ts';
import { checksum } from '../xxh3.ts';
import { build, type Piece, seeded, sha256 } from './pieces.ts';
import type { VectorFile, VectorRow } from './vector-file.ts';

const sizes = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 1000, 4096, 65_535, 65_536];
const cacheKeys = ['', 'k', 'app:user:42', 'ключ', '🔑'.repeat(10), 'k'.repeat(1000)];
const tenants = ['t', 'default', 'Zürich', 'x'.repeat(1024)];
const nonces = [
  nonce(0n, 0n),
  nonce(0xffff_ffff_ffff_ffffn, 0xffff_fffen),
  nonce(0x0102_0304_0506_0708n, 0x090a_0b0cn),
];

/** Blobs beyond this are pinned by size and SHA-256. */
const plainBlobBytes = 1200;

export const keys: Keys = {
  current: seeded('sealed current', 32),
  previous: [],
  tenantId: 'default',
};

export function sealedVectors(): VectorFile {
  let counter = 0n;
  const next = (): Uint8Array => nonce(0x5ea1_cac4_0000n, counter++);
  const value = (size: number): readonly Piece[] => [
    { hex: hex(seeded('sealed value', 17)), count: Math.floor(size / 17) },
    { hex: hex(seeded('sealed rest', size % 17)), count: 1 },
  ];
  const both: readonly ContainerName[] = ['plain', 'packed'];
  return {
    name: 'sealed-blobs.json',
    about:
      'Sealed entries with the nonce given (PROTOCOL 6.1): exact bytes for a plain value and for a ' +
      'value that is packed already. In the group envelope the plaintext is an envelope of literals.',
    groups: {
      seal: [
        ...sizes.flatMap((size) =>
          both.map((how) => sealed(`${size} bytes`, keys, next(), value(size), 'size', how)),
        ),
        ...cacheKeys.flatMap((key) =>
          both.map((how) => sealed(`key ${label(key)}`, keys, next(), value(20), key, how)),
        ),
        ...tenants.map((tenantId) =>
          sealed(
            `tenant ${label(tenantId)}`,
            { ...keys, tenantId },
            next(),
            value(20),
            'k',
            'plain',
          ),
        ),
        ...nonces.map((given) =>
          sealed(`nonce ${hex(given)}`, keys, given, value(20), 'nonce', 'plain'),
        ),
      ],
      envelope: sizes.map((size) => ({
        ...sealed(`${size} bytes`, keys, next(), value(size), 'envelope', 'envelope'),
        checksum: hex(checksum(build(value(size)))),
      })),
    },
  };
}

function sealed(
  name: string,
  { current, tenantId }: Keys,
  given: Uint8Array,
  value: readonly Piece[],
  cacheKey: string,
  container: ContainerName,
): VectorRow {
  const ring: Keys = { current, previous: [], tenantId };
  const blob = seal(ring, given, build(value), cacheKey, container);
  return {
    name: `${name}, ${container}`,
    current: hex(current),
    tenant: tenantId,
    nonce: hex(given),
    cache_key: cacheKey,
    container,
    value: value
      .filter(({ hex: unit, count }) => unit.length * count > 0)
      .map(({ hex: unit, count }) => ({ hex: unit, count })),
    ...(blob.length <= plainBlobBytes
      ? { blob: hex(blob) }
      : { blob_size: blob.length, blob_sha256: sha256(blob) }),
  };
}

function label(text: string): string {
  const size = utf8(text).length;
  return size > 24 ? `of ${size} bytes` : JSON.stringify(text);
}

import { blake2bHex } from '../blake2b.ts';
import { bigEndian, concat, fromHex, hex } from '../bytes.ts';
import { checksum } from '../xxh3.ts';
import { build, type Piece, seeded } from './pieces.ts';
import type { VectorFile, VectorRow } from './vector-file.ts';

/** `size` bytes of a repeated unit, so that the file stays small. */
function pattern(label: string, size: number): readonly Piece[] {
  const unit = seeded(label, 61);
  const whole = Math.floor(size / unit.length);
  return [
    { hex: hex(unit), count: whole },
    { hex: hex(unit.subarray(0, size % unit.length)), count: 1 },
  ];
}

const blakeSizes = [0, 1, 2, 16, 63, 64, 65, 127, 128, 129, 191, 255, 256, 257, 1000, 4096, 65_536];

export function blake2bVectors(): VectorFile {
  const cases = [
    ...blakeSizes.map((size) => ({ name: `${size} bytes`, data: pattern('blake2b', size) })),
    { name: 'MessagePack of [42]', data: [{ hex: '912a', count: 1 }] },
    { name: '128 zeros', data: [{ hex: '00', count: 128 }] },
    { name: '256 times ff', data: [{ hex: 'ff', count: 256 }] },
  ];
  return {
    name: 'blake2b.json',
    about: 'Unkeyed BLAKE2b digests of 32 and 16 bytes (PROTOCOL 0, 1.2, 11).',
    groups: {
      digest: cases.flatMap(({ name, data }) =>
        [32, 16].map((size) => ({
          name: `${name}, ${size}-byte digest`,
          data: spelled(data),
          digest_bytes: size,
          digest: blake2bHex(build(data), size),
        })),
      ),
    },
  };
}

/** Both sides of every length class, of every stripe and block edge. */
const xxh3Sizes = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 31, 32, 33, 47, 48, 63, 64, 65, 95, 96, 97,
  100, 127, 128, 129, 143, 144, 145, 160, 191, 192, 193, 224, 239, 240, 241, 255, 256, 257, 319,
  320, 321, 512, 1023, 1024, 1025, 1088, 1089, 2047, 2048, 2049, 3000, 4096, 65_535, 65_536,
];

export function xxh3Vectors(): VectorFile {
  return {
    name: 'xxh3.json',
    about: 'xxHash3-64 with seed 0, big-endian: the checksum of an envelope (PROTOCOL 3.1).',
    groups: {
      checksum: [
        ...xxh3Sizes.map((size) => hashed(`${size} bytes`, pattern('xxh3', size))),
        hashed('one ff', [{ hex: 'ff', count: 1 }]),
        hashed('1024 times A', [{ hex: '41', count: 1024 }]),
        hashed('2048 zeros', [{ hex: '00', count: 2048 }]),
        ...[4, 8, 16, 64, 241].map((size) => {
          const counting = concat(...Array.from({ length: size }, (_, i) => bigEndian(i, 1)));
          return hashed(`counting to ${size}`, [{ hex: hex(counting), count: 1 }]);
        }),
      ],
    },
  };
}

function hashed(name: string, data: readonly Piece[]): VectorRow {
  return { name, data: spelled(data), checksum: hex(checksum(build(data))) };
}

function spelled(data: readonly Piece[]): readonly { [key: string]: string | number }[] {
  return data
    .filter(({ hex: unit, count }) => fromHex(unit).length * count > 0)
    .map(({ hex: unit, count }) => ({ hex: unit, count }));
}

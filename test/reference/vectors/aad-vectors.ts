import { aad } from '../aad.ts';
import { utf8 } from '../bytes.ts';
import { spell } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const tenants = ['t', 'tenant-42', 'Zürich', '東京', 'a:b', '0'.repeat(36)];
const keys = [
  'user:1',
  '',
  ' ',
  'app:user@example.com:profile',
  'e\u0301',
  '\u00e9',
  '\ufeffmark',
  '🔑/🔒',
  'line\nbreak\u0000nul',
  'k'.repeat(255),
  'k'.repeat(256),
];

/** Pairs whose texts, joined, are equal: only the length prefixes keep them apart. */
const boundaries: readonly (readonly [string, string])[] = [
  ['ab', 'c'],
  ['a', 'bc'],
  ['tenant', ':key'],
  ['tenant:', 'key'],
];

export function aadVectors(): VectorFile {
  const pairs = [
    ...keys.map((key): readonly [string, string] => ['default', key]),
    ...tenants.map((tenant): readonly [string, string] => [tenant, 'user:1']),
    ...boundaries,
  ];
  const accept = pairs.flatMap(([tenant, key]) =>
    [false, true].map((compressed) => accepted(tenant, key, compressed)),
  );
  const limits = ['t', 'default', 'é'.repeat(512)].flatMap((tenant) =>
    [false, true].map((compressed) => ({
      tenant,
      compressed,
      longest: longest(tenant, compressed),
    })),
  );
  return {
    name: 'aad.json',
    about:
      'AAD v0x03 (PROTOCOL 6.5): tenant, cache key, msgpack and the flag, at most 65536 bytes.',
    groups: {
      accept: [
        ...accept,
        ...limits.map(({ tenant, compressed, longest: size }) =>
          accepted(tenant, 'k'.repeat(size), compressed),
        ),
      ],
      reject: limits.flatMap(({ tenant, compressed, longest: size }) => [
        refused(tenant, 'k'.repeat(size + 1), compressed),
        refused(tenant, 'é'.repeat(Math.floor(size / 2) + 1), compressed),
      ]),
    },
  };
}

/** Key bytes that make the AAD exactly 65,536 bytes. */
function longest(tenant: string, compressed: boolean): number {
  const fixed = 1 + 4 * 4 + 'msgpack'.length + (compressed ? 'True' : 'False').length;
  return 65_536 - fixed - utf8(tenant).length;
}

function accepted(tenant: string, key: string, compressed: boolean): VectorRow {
  return { ...inputs(tenant, key, compressed), aad: spell(aad(tenant, key, compressed)) };
}

function refused(tenant: string, key: string, compressed: boolean): VectorRow {
  const row = inputs(tenant, key, compressed);
  return { ...row, error: refusal(row.name, 'kAadTooLarge', () => aad(tenant, key, compressed)) };
}

function inputs(tenant: string, key: string, compressed: boolean): VectorRow {
  const name = `tenant ${short(tenant)}, key ${short(key)}, compressed ${compressed}`;
  return { name, tenant: spell(utf8(tenant)), cache_key: spell(utf8(key)), compressed };
}

function short(text: string): string {
  const size = utf8(text).length;
  return size > 40 ? `of ${size} bytes from ${JSON.stringify(text[0])}` : JSON.stringify(text);
}

import { freshFor, isStale } from '../freshness.ts';
import { keySegments } from '../key-segment.ts';
import type { VectorFile } from './vector-file.ts';

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
const keys = [
  ...ascii.map((character) => `a${character}b`),
  'ns:users:func:getUser:args:00ff:1s',
  '/',
  'a/../b',
  '...',
  '. ',
  'Health',
  'health/',
  'ttl%',
  '%2e',
  'a%2Fb',
  '\t',
  'a\u0000b',
  'a\u007fb',
  '\u00e9',
  'e\u0301',
  '\uff0e\uff0e',
  '\u2024',
  '\u212a',
  '\ufeffbom',
  '日本語',
  '😀😀',
  'k'.repeat(400),
];
const refused = ['', '.', '..', 'health', 'ttl', 'lock'];

const labels = [null, 'fresh', 'stale', 'Fresh', 'FRESH', '', 'fresh,', 'fresh,fresh', 'fresh;q=1'];
const oddLabels = ['"fresh"', '\u00a0fresh', 'fresh\u00a0', 'unfresh', 'fresher', 'true', '0'];
const bounds = [
  ...[null, '0', '1', '00', '0000001', '60', '86400', '2591999', '2592000', '2592001', '9999999'],
  ...['00000060', '10000000', '4294967356', '18446744073709551676', '1'.repeat(400), ''],
  ...['-1', '+1', '1.0', '1.5', '1e3', '0x10', '1_000', '1,000', '5, 5', '5;', '\u00b2', 'NaN'],
  ...['Infinity', 'sixty', '1\u00a0', '\u00a01', '6\t0', '60s'],
];

const shown = (value: string | null): string =>
  value !== null && value.length > 30 ? `${value.length} characters` : JSON.stringify(value);

export function serviceVectors(): VectorFile {
  return {
    name: 'service.json',
    about: 'Keys in URLs and freshness headers of the cache service (PROTOCOL 10.2, 10.4).',
    groups: {
      key_segment: keys.map((key) => {
        const [encoded = '', ...alternates] = keySegments(key);
        const row = { name: shown(key), key, encoded };
        return alternates.length === 0 ? row : { ...row, encoded_alternates: alternates };
      }),
      refused_key: refused.map((key) => ({ name: shown(key), key })),
      freshness: [...labels, ...oddLabels].map((value) => ({
        name: shown(value),
        value,
        stale: isStale(value),
      })),
      fresh_for: bounds.map((value) => ({
        name: shown(value),
        value,
        fresh_for: freshFor(value),
      })),
    },
  };
}

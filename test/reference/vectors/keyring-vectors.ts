import { hex } from '../bytes.ts';
import { fingerprint } from '../fingerprint.ts';
import { keyringOf } from '../keyring.ts';
import { parseMasterKey } from '../master-key.ts';
import { nonce } from '../nonce.ts';
import type { ErrorKind } from '../protocol-error.ts';
import { type ContainerName, open, seal } from '../sealer.ts';
import { seeded } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const tenantId = 'rotation';
const cacheKey = 'rotating:key';
const value = seeded('rotated value', 24);
const master = (n: number): Uint8Array => seeded(`rotation ${n}`, 32);

export function keyringVectors(): VectorFile {
  return {
    name: 'keyrings.json',
    about: 'Which key of a ring opens a blob, and rings that must not load (PROTOCOL 6.6).',
    groups: { open: opened(), reject: neverOpened(), configuration: configurations() },
  };
}

/** Every ring size, and a blob of each of its keys. */
function opened(): readonly VectorRow[] {
  const rows: VectorRow[] = [];
  for (let size = 1; size <= 4; size++) {
    for (let sealedWith = 0; sealedWith < size; sealedWith++) {
      const ring = Array.from({ length: size }, (_, i) => i);
      rows.push(reading(`key ${sealedWith} of ${size}`, ring, sealedWith, 'plain'));
    }
  }
  return [
    ...rows,
    reading('key 3 of 4, envelope', [0, 1, 2, 3], 3, 'envelope'),
    reading('order reversed', [3, 2, 1, 0], 0, 'plain'),
  ];
}

function reading(
  name: string,
  ring: readonly number[],
  sealedWith: number,
  container: ContainerName,
): VectorRow {
  const blob = sealedBy(sealedWith, container);
  const keys = ringOf(ring);
  const { index } = open(keys, blob, cacheKey, container, 1e6);
  return {
    ...inputs(name, keys.current, keys.previous),
    cache_key: cacheKey,
    container,
    blob: hex(blob),
    value: hex(value),
    opened_by: index,
    fingerprint: fingerprint(keys.current, tenantId),
  };
}

function neverOpened(): readonly VectorRow[] {
  const refused = (name: string, ring: readonly number[], blob: Uint8Array): VectorRow => {
    const keys = ringOf(ring);
    const kind: ErrorKind = blob.length < 28 ? 'kBlobTooShort' : 'kAuthenticationFailed';
    return {
      ...inputs(name, keys.current, keys.previous),
      cache_key: cacheKey,
      container: 'plain',
      blob: hex(blob),
      error: refusal(name, kind, () => open(keys, blob, cacheKey, 'plain', 1e6)),
    };
  };
  const foreign = sealedBy(9, 'plain');
  return [
    refused('foreign key, ring of 1', [0], foreign),
    refused('foreign key, ring of 2', [0, 1], foreign),
    refused('foreign key, ring of 4', [0, 1, 2, 3], foreign),
    refused('key dropped from the ring', [1, 2, 3], sealedBy(0, 'plain')),
    refused('too short ends the walk', [0, 1, 2, 3], foreign.subarray(0, 27)),
    refused('right key, other container', [0, 1], sealedBy(1, 'envelope')),
  ];
}

function configurations(): readonly VectorRow[] {
  const short = seeded('short', 31);
  const cases: readonly (readonly [string, Uint8Array, readonly Uint8Array[], ErrorKind | null])[] =
    [
      ['no previous key', master(0), [], null],
      ['three previous keys', master(0), [1, 2, 3].map(master), null],
      ['four previous keys', master(0), [1, 2, 3, 4].map(master), 'kTooManyKeys'],
      ['current key among the previous, first', master(0), [0, 1].map(master), 'kDuplicateKey'],
      ['current key among the previous, last', master(0), [1, 2, 0].map(master), 'kDuplicateKey'],
      ['previous key twice', master(0), [1, 1].map(master), 'kDuplicateKey'],
      ['previous key twice, apart', master(0), [1, 2, 1].map(master), 'kDuplicateKey'],
      ['previous keys that differ in the last bit', master(0), [master(1), flipped(1)], null],
      ['previous key of 31 bytes', master(0), [short], 'kInvalidKeyLength'],
      ['empty previous key', master(0), [new Uint8Array(0)], 'kInvalidKeyLength'],
      ['current key of 31 bytes', short, [], 'kInvalidKeyLength'],
      ['current key of 33 bytes', seeded('long', 33), [], 'kInvalidKeyLength'],
      ['empty current key', new Uint8Array(0), [], 'kInvalidKeyLength'],
    ];
  return cases.map(([name, current, previous, kind]) => {
    const load = (): unknown => keyringOf(current, previous, tenantId);
    if (kind === null) load();
    const verdict = kind === null ? { entries: 1 + previous.length } : {};
    const refusedWith = kind === null ? {} : { error: refusal(name, kind, load) };
    return { ...inputs(name, current, previous), ...verdict, ...refusedWith };
  });
}

function flipped(n: number): Uint8Array {
  return master(n).map((byte, i) => (i === 31 ? byte ^ 1 : byte));
}

function ringOf(ring: readonly number[]): {
  current: Uint8Array;
  previous: readonly Uint8Array[];
  tenantId: string;
} {
  const [current = new Uint8Array(0), ...previous] = ring.map(master);
  return { current, previous, tenantId };
}

function sealedBy(n: number, container: ContainerName): Uint8Array {
  const keys = { current: master(n), previous: [], tenantId };
  return seal(keys, nonce(0x0bad_5eedn, BigInt(n)), value, cacheKey, container);
}

function inputs(
  name: string,
  current: Uint8Array,
  previous: readonly Uint8Array[],
): { name: string; current: string; previous: readonly string[]; tenant: string } {
  return { name, current: hex(current), previous: previous.map(hex), tenant: tenantId };
}

export function masterKeyVectors(): VectorFile {
  const good = hex(seeded('hex master', 32));
  const refused: Readonly<Record<string, string>> = {
    'no digits': '',
    '62 digits': good.slice(2),
    '63 digits': good.slice(1),
    '65 digits': `${good}0`,
    '66 digits': `${good}00`,
    '128 digits': good + good,
    'not a hex digit at the end': `${good.slice(1)}g`,
    'not a hex digit in front': `g${good.slice(1)}`,
    'a plus sign': `+${good.slice(1)}`,
    'a minus sign': `-${good.slice(1)}`,
    'a 0x prefix over 64 characters': `0x${good.slice(2)}`,
    'a 0x prefix before 64 digits': `0x${good}`,
    'a space in front': ` ${good.slice(1)}`,
    'a newline after 64 digits': `${good}\n`,
    'a carriage return and newline in 64 characters': `${good.slice(2)}\r\n`,
    'full-width digits': '\uff10'.repeat(64),
    'Arabic digits': '\u0661'.repeat(64),
    'a NUL inside': `${good.slice(0, 31)}\u0000${good.slice(32)}`,
  };
  const accepted = [good, good.toUpperCase(), '0'.repeat(64), 'f'.repeat(64)];
  return {
    name: 'master-keys.json',
    about: 'The hex form of a master key: exactly 64 digits, in either case (PROTOCOL 6.7).',
    groups: {
      accept: accepted.map((text) => ({
        name: text.slice(0, 8),
        text,
        key: hex(parseMasterKey(text)),
      })),
      reject: Object.entries(refused).map(([name, text]) => {
        refusal(name, 'kInvalidKeyLength', () => parseMasterKey(text));
        return { name, text };
      }),
    },
  };
}

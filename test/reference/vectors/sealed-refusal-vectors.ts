import { aad } from '../aad.ts';
import { concat, hex } from '../bytes.ts';
import { sealBytes } from '../cipher.ts';
import { bin, encodeEnvelope, packEnvelope } from '../envelope-pack.ts';
import { deriveKey } from '../key-derivation.ts';
import { lz4Literals } from '../lz4-pack.ts';
import { nonce } from '../nonce.ts';
import type { ErrorKind } from '../protocol-error.ts';
import { type ContainerName, type Keys, open, seal } from '../sealer.ts';
import { checksum } from '../xxh3.ts';
import { seeded } from './pieces.ts';
import { keys } from './sealed-vectors.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const cacheKey = 'app:user:42';
const value = seeded('refused value', 40);
const given = nonce(0xfeed_f00dn, 7n);
const plain = seal(keys, given, value, cacheKey, 'plain');
const packed = seal(keys, given, value, cacheKey, 'envelope');

interface Reading {
  readonly blob: Uint8Array;
  readonly ring?: Keys;
  readonly key?: string;
  readonly container?: ContainerName;
  readonly maxValueBytes?: number;
}

export function sealedRefusalVectors(): VectorFile {
  return {
    name: 'sealed-refusals.json',
    about: 'Blobs that must not open, and with which error (PROTOCOL 6.1, 6.5, 6.6, 3.4).',
    groups: {
      tampered: tampered(),
      moved: moved(),
      shape: shaped(),
      unwrapped: unwrapped(),
    },
  };
}

/** One bit in each class of byte. */
function tampered(): readonly VectorRow[] {
  const places: Readonly<Record<string, number>> = {
    'first byte of the instance id': 0,
    'last byte of the instance id': 7,
    'first byte of the counter': 8,
    'last byte of the counter': 11,
    'first byte of the ciphertext': 12,
    'middle of the ciphertext': 30,
    'last byte of the ciphertext': plain.length - 17,
    'first byte of the tag': plain.length - 16,
    'last byte of the tag': plain.length - 1,
  };
  return Object.entries(places).flatMap(([place, at]) =>
    [0x01, 0x80].map((bit) =>
      refused(`${place}, bit ${bit}`, 'kAuthenticationFailed', {
        blob: plain.map((byte, i) => (i === at ? byte ^ bit : byte)),
      }),
    ),
  );
}

/** The blob is whole, but what it is bound to is another. */
function moved(): readonly VectorRow[] {
  const otherKeys = [
    'app:user:43',
    'user:42',
    'app:app:user:42',
    'App:user:42',
    'app:user:42 ',
    'app:user:42\u0000',
    '',
  ];
  const otherTenants = ['Default', 'defaul', 'default ', 'other', 'x'.repeat(1024)];
  const rows = otherKeys.map((key) =>
    refused(`key ${JSON.stringify(key)}`, no, { blob: plain, key }),
  );
  for (const tenantId of otherTenants) {
    const name =
      tenantId.length > 20 ? 'tenant of 1024 bytes' : `tenant ${JSON.stringify(tenantId)}`;
    rows.push(refused(name, no, { blob: plain, ring: { ...keys, tenantId } }));
  }
  const combining = seal(keys, given, value, 'e\u0301', 'plain');
  return [
    ...rows,
    refused('key in another Unicode normal form', no, { blob: combining, key: '\u00e9' }),
    refused('another master key', no, {
      blob: plain,
      ring: { ...keys, current: seeded('another', 32) },
    }),
    refused('master key with one bit changed', no, {
      blob: plain,
      ring: { ...keys, current: keys.current.map((byte, i) => (i === 31 ? byte ^ 1 : byte)) },
    }),
    refused('plain read as packed', no, { blob: plain, container: 'packed' }),
    refused('plain read as an envelope', no, { blob: plain, container: 'envelope' }),
    refused('envelope read as plain', no, { blob: packed, container: 'plain' }),
  ];
}

function shaped(): readonly VectorRow[] {
  return [
    ...[0, 1, 11, 12, 16, 27].map((size) =>
      refused(`cut to ${size} bytes`, 'kBlobTooShort', { blob: plain.subarray(0, size) }),
    ),
    ...[28, 29, plain.length - 1].map((size) =>
      refused(`cut to ${size} bytes`, no, { blob: plain.subarray(0, size) }),
    ),
    refused('first byte missing', no, { blob: plain.subarray(1) }),
    refused('a byte appended', no, { blob: concat(plain, Uint8Array.of(0)) }),
    refused('a byte in front', no, { blob: concat(Uint8Array.of(0), plain) }),
    refused('28 zeros', no, { blob: new Uint8Array(28) }),
    refused('tag in front of the ciphertext', no, {
      blob: concat(plain.subarray(0, 12), plain.subarray(-16), plain.subarray(12, -16)),
    }),
    refused('nonce of another entry', no, {
      blob: concat(nonce(0xfeed_f00dn, 8n), plain.subarray(12)),
    }),
  ];
}

/** Authentic, but the plaintext is not what the reader is configured for, or too large for it. */
function unwrapped(): readonly VectorRow[] {
  const derived = deriveKey(keys.current, 'encryption', keys.tenantId);
  const authentic = (plaintext: Uint8Array): Uint8Array =>
    sealBytes(derived, given, aad(keys.tenantId, cacheKey, true), plaintext);
  const envelope = packEnvelope(value);
  const sum = checksum(value);
  const wrongSum = sum.map((byte, i) => (i === 0 ? byte ^ 1 : byte));
  const block = lz4Literals(value);
  const read = (
    name: string,
    kind: ErrorKind,
    plaintext: Uint8Array,
    maxValueBytes = 1_000_000,
  ): VectorRow =>
    refused(name, kind, { blob: authentic(plaintext), container: 'envelope', maxValueBytes });
  return [
    read('plain map in an envelope cache', 'kEnvelopeMalformed', Uint8Array.of(0x81, 0xa1, 97, 1)),
    read('empty plaintext in an envelope cache', 'kBoundsIncomplete', new Uint8Array(0)),
    read('trailing byte', 'kBoundsTrailing', concat(envelope, Uint8Array.of(0))),
    read('cut envelope', 'kBoundsIncomplete', envelope.subarray(0, -1)),
    read('wrong checksum', 'kChecksumMismatch', encodeEnvelope(bin(block), wrongSum, value.length)),
    read('wrong size', 'kLengthMismatch', encodeEnvelope(bin(block), sum, value.length + 1)),
    read('value above the limit', 'kValueTooLarge', envelope, value.length - 1),
    refused('plain value above the limit', 'kValueTooLarge', {
      blob: plain,
      maxValueBytes: value.length - 1,
    }),
    refused('limit of zero', 'kValueTooLarge', { blob: plain, maxValueBytes: 0 }),
  ];
}

const no = 'kAuthenticationFailed';

function refused(name: string, kind: ErrorKind, reading: Reading): VectorRow {
  const { blob, ring = keys, key = cacheKey, container = 'plain', maxValueBytes = 1e6 } = reading;
  const error = refusal(name, kind, () => open(ring, blob, key, container, maxValueBytes));
  return {
    name,
    current: hex(ring.current),
    tenant: ring.tenantId,
    cache_key: key,
    container,
    max_value_bytes: maxValueBytes,
    blob: hex(blob),
    error,
  };
}

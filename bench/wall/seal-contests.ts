import { deepStrictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { EncryptionManager } from '../../js/node.ts';
import { KEY, MASTER_KEY } from '../fixtures.ts';
import { type Cipher, otherCiphers } from './ciphers.ts';
import type { Contender, Contest, Recorded } from './contest.ts';

/** Length of the AAD of an entry under `KEY` of the tenant `default`. */
const AAD_BYTES = 1 + 4 * 4 + 'default'.length + KEY.length + 'msgpack'.length + 'False'.length;

interface Size {
  readonly bytes: number;
  readonly label: string;
  /** Against node:crypto. */
  readonly target: number;
  readonly recorded: readonly Recorded[];
}

/** The limits were measured with programs that are not part of this repository. */
const HOST_OPENSSL = 'limit: OpenSSL 3.5, kept context';
const SIZES: readonly Size[] = [
  { bytes: 100, label: '100 B', target: 8, recorded: [limit(206, 3)] },
  { bytes: 1024, label: '1 KB', target: 8, recorded: [limit(312, 3)] },
  { bytes: 65_536, label: '64 KB', target: 2, recorded: [limit(6_400, 1.3)] },
  { bytes: 1_048_576, label: '1 MB', target: 1.5, recorded: [limit(99_000, 1.3)] },
];

/** Encrypt and decrypt of the reference SDK's native binary, nanoseconds, recorded as above. */
const REFERENCE: Readonly<Record<string, number>> = {
  '100 B': 9_100,
  '1 KB': 17_500,
  '64 KB': 284_000,
};

function limit(nanoseconds: number, atMost: number): Recorded {
  return { name: HOST_OPENSSL, nanoseconds, target: 1 / atMost };
}

/** `encryptNow`, and with `decryptNow`, of random bytes of four sizes. */
export async function sealContests(): Promise<Contest[]> {
  const manager = new EncryptionManager(MASTER_KEY);
  await manager.prepare();
  const ciphers = await otherCiphers(AAD_BYTES);
  return SIZES.flatMap(({ bytes, label, target, recorded }) => {
    const value = new Uint8Array(randomBytes(bytes));
    const ours: Cipher = {
      name: 'sealcache',
      seal: (given) => bytesNow(manager.encryptNow(given, KEY)),
      open: (sealed) => bytesNow(manager.decryptNow(sealed, KEY)),
    };
    const reference = REFERENCE[label];
    const both = (cipher: Cipher) => roundTrip(cipher, value);
    return [
      {
        name: `encryptNow ${label}`,
        ours: sealing(ours, value),
        others: ciphers.map((cipher) => sealing(cipher, value)),
        targets: { 'node:crypto': target },
        recorded,
      },
      {
        name: `encryptNow + decryptNow ${label}`,
        ours: both(ours),
        others: ciphers.map(both),
        recorded:
          reference === undefined
            ? []
            : [{ name: 'reference SDK, native binary', nanoseconds: reference, target: 5 }],
      },
    ];
  });
}

function bytesNow(result: unknown): Uint8Array {
  if (result instanceof Uint8Array) return result;
  throw new Error('the native core is needed: run npm run setup');
}

function sealing(cipher: Cipher, value: Uint8Array): Contender {
  return {
    name: cipher.name,
    op: () => cipher.seal(value),
    verify: async () => deepEqualBytes(await cipher.open(await cipher.seal(value)), value),
  };
}

function roundTrip(cipher: Cipher, value: Uint8Array): Contender {
  const { name, verify } = sealing(cipher, value);
  return {
    name,
    verify,
    op: () => {
      const sealed = cipher.seal(value);
      return sealed instanceof Uint8Array ? cipher.open(sealed) : sealed.then(cipher.open);
    },
  };
}

function deepEqualBytes(actual: Uint8Array, expected: Uint8Array): void {
  deepStrictEqual(Buffer.from(actual), Buffer.from(expected));
}

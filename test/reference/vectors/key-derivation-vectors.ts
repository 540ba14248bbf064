import { hex, utf8 } from '../bytes.ts';
import { fingerprint } from '../fingerprint.ts';
import { deriveKey } from '../key-derivation.ts';
import type { ErrorKind } from '../protocol-error.ts';
import { seeded } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const masters = [
  seeded('master a', 32),
  new Uint8Array(32),
  new Uint8Array(32).fill(0xff),
] as const;
const [master] = masters;

const tenants = [
  'default',
  't',
  'Tenant',
  'tenant',
  'ünïcödé 🔑',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(1024),
  'é'.repeat(512),
];
const domains = ['encryption', 'authentication', 'cache_keys'];
const otherDomains = ['e', 'd'.repeat(255), 'dömäin', 'é'.repeat(127)];

/** Equal when joined: the length prefixes of the salt keep them apart. */
const boundaries: readonly (readonly [string, string])[] = [
  ['encryption', 'a'],
  ['encryptiona', 'a'],
  ['encryption', 'aa'],
];

export function keyDerivationVectors(): VectorFile {
  return {
    name: 'key-derivation.json',
    about: 'HKDF-SHA256 subkeys and fingerprints (PROTOCOL 6.3).',
    groups: {
      derive: [
        ...tenants.flatMap((tenant) => domains.map((domain) => derived(master, domain, tenant))),
        ...masters.flatMap((key) => domains.map((domain) => derived(key, domain, 'masters'))),
        ...otherDomains.map((domain) => derived(master, domain, 'default')),
        ...boundaries.map(([domain, tenant]) => derived(master, domain, tenant)),
      ],
      fingerprint: masters.flatMap((key) => tenants.map((tenant) => named(key, tenant))),
      reject: [
        ...[0, 16, 31, 33, 64].map((size) =>
          refused(seeded('short', size), 'encryption', 'default', 'kInvalidKeyLength'),
        ),
        ...['', 'x'.repeat(1025), `${'é'.repeat(512)}x`].map((tenant) =>
          refused(master, 'encryption', tenant, 'kInvalidTenant'),
        ),
        ...['', 'd'.repeat(256), 'é'.repeat(128)].map((domain) =>
          refused(master, domain, 'default', 'kInvalidDomain'),
        ),
      ],
    },
  };
}

function derived(key: Uint8Array, domain: string, tenant: string): VectorRow {
  return { ...inputs(key, domain, tenant), derived: hex(deriveKey(key, domain, tenant)) };
}

function named(key: Uint8Array, tenant: string): VectorRow {
  const { name, master: masterHex, tenant: tenantHex } = inputs(key, '', tenant);
  return { name, master: masterHex, tenant: tenantHex, fingerprint: fingerprint(key, tenant) };
}

function refused(key: Uint8Array, domain: string, tenant: string, kind: ErrorKind): VectorRow {
  const row = inputs(key, domain, tenant);
  return { ...row, error: refusal(row.name, kind, () => deriveKey(key, domain, tenant)) };
}

function inputs(
  key: Uint8Array,
  domain: string,
  tenant: string,
): { name: string; master: string; domain: string; tenant: string } {
  const text = (value: string): string => hex(utf8(value));
  const size = (value: string): string =>
    value.length > 20 ? `of ${utf8(value).length} bytes from ${value[0]}` : JSON.stringify(value);
  const keyName = key.length === 32 ? hex(key.subarray(0, 2)) : `of ${key.length} bytes`;
  return {
    name: `master ${keyName}, domain ${size(domain)}, tenant ${size(tenant)}`,
    master: hex(key),
    domain: text(domain),
    tenant: text(tenant),
  };
}

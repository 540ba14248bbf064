/** A certificate for `localhost`, made when a test needs one: no key lies in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface ServerIdentity {
  /** PEM. */
  readonly key: string;
  /** PEM; its own authority, valid for a day around now. */
  readonly cert: string;
}

const DAY_MS = 24 * 3600 * 1000;

// Tags of DER (X.690) and object identifiers of X.509 (RFC 5280), the latter without their header.
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const DNS_NAME = 0x82;
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALT_NAME = '551d11';

export function selfSigned(): ServerIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, oid(ECDSA_WITH_SHA256));
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, oid(COMMON_NAME), der(UTF8_STRING, Buffer.from('localhost')))),
  );
  const isAuthority = der(SEQUENCE, der(0x01, Buffer.of(0xff)));
  const names = der(SEQUENCE, der(DNS_NAME, Buffer.from('localhost')));
  const toBeSigned = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.of(2))), // version 3
    der(INTEGER, Buffer.of(1)),
    algorithm,
    name,
    der(SEQUENCE, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(SEQUENCE, extension(BASIC_CONSTRAINTS, isAuthority), extension(SUBJECT_ALT_NAME, names)),
    ),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', toBeSigned, privateKey)]);
  const certificate = der(SEQUENCE, toBeSigned, algorithm, der(BIT_STRING, signature));
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function extension(id: string, value: Buffer): Buffer {
  return der(SEQUENCE, oid(id), der(OCTET_STRING, value));
}

function oid(hex: string): Buffer {
  return der(OID, Buffer.from(hex, 'hex'));
}

/** YYMMDDhhmmssZ. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.of(tag, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 255), content]);
}

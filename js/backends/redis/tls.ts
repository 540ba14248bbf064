import { requireKnownOptions } from '../../config/options.ts';
import { ConfigurationError } from '../../errors.ts';

/** Certificates and keys in PEM, as `node:tls` takes them. The server is always verified. */
export interface RedisTlsOptions {
  /** Authorities to trust instead of those that come with Node. */
  ca?: string | Buffer | (string | Buffer)[];
  /** The client's own certificate. */
  cert?: string | Buffer;
  /** The private key of `cert`. */
  key?: string | Buffer;
  /** Of `key`. */
  passphrase?: string;
  /** The name in the server's certificate. Default: the host of the URL. */
  servername?: string;
}

const NAMES = ['ca', 'cert', 'key', 'passphrase', 'servername'];

/**
 * @param schemeAsks whether the URL asks for TLS
 * @returns `null` for a connection without
 * @throws {ConfigurationError}
 */
export function resolveTls(tls: unknown, schemeAsks: boolean): RedisTlsOptions | null {
  if (tls === undefined) return schemeAsks ? {} : null;
  if (tls === true) return {};
  if (tls === false) {
    if (!schemeAsks) return null;
    throw new ConfigurationError('tls is false, but the scheme of the url asks for TLS');
  }
  if (!isTlsOptions(tls)) {
    throw new ConfigurationError(
      'tls must be true, false or an object; ca, cert and key are PEM text or buffers, passphrase and servername text',
    );
  }
  return { ...tls };
}

function isTlsOptions(tls: unknown): tls is RedisTlsOptions {
  if (typeof tls !== 'object' || tls === null || Array.isArray(tls)) return false;
  requireKnownOptions(tls, NAMES, 'tls');
  const given = (name: string): unknown => Reflect.get(tls, name);
  const ca = given('ca');
  return (
    (isPem(ca) || (Array.isArray(ca) && ca.length > 0 && ca.every(isPem))) &&
    isPem(given('cert')) &&
    isPem(given('key')) &&
    isText(given('passphrase')) &&
    isText(given('servername'))
  );
}

function isPem(value: unknown): boolean {
  return isText(value) || Buffer.isBuffer(value);
}

function isText(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '');
}

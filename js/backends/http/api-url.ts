import { ConfigurationError } from '../../errors.ts';
import { isLoopbackIPv4, isPublicIPv4, isPublicIPv6 } from './ip-address.ts';

/**
 * Where the API key may go beside the service's own hosts. `true`: to any host of the public internet
 * by https. `'loopback'`: to this machine only, by http as well, for tests and development.
 */
export type CustomHosts = boolean | 'loopback';

export const DEFAULT_API_URL = 'https://api.cachekit.io';

const SERVICE_HOSTS = ['api.cachekit.io', 'api.staging.cachekit.io'];

/**
 * Checks where the API key would be sent (PROTOCOL §10.1, API-74). Host names are not resolved, which
 * `fetch` does by itself: a public name that leads to a private address is not seen here.
 * @returns the URL as it was checked, without a slash at its end: requests begin with just this
 * @throws {ConfigurationError} does not quote the URL, which may hold a password
 */
export function resolveApiUrl(given: unknown, customHosts: CustomHosts): string {
  const url = parse(given);
  if (customHosts === 'loopback') {
    if (!isLoopback(url.hostname)) {
      throw new ConfigurationError(
        "with allowCustomHost 'loopback' apiUrl must name localhost, 127.x.x.x or [::1]",
      );
    }
  } else {
    requireHttps(url);
    // With the port: another one on the service's host is another server.
    if (!SERVICE_HOSTS.includes(url.host)) requireCustomHost(url.hostname, customHosts);
  }
  return url.href.replace(/\/+$/, '');
}

function parse(given: unknown): URL {
  const url = typeof given === 'string' && isPlainUrl(given) ? URL.parse(given) : null;
  if (url === null) {
    throw new ConfigurationError('apiUrl must be a URL like https://api.cachekit.io');
  }
  if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) {
    throw new ConfigurationError(
      'apiUrl must not have a user, a password, a query or a fragment; the key goes into apiKey',
    );
  }
  return url;
}

/** What `URL` would silently drop or reinterpret is a mistake, or somebody trying. */
function isPlainUrl(given: string): boolean {
  return /^https?:\/\/[^/]/i.test(given) && !/[\s\p{Cc}\\]/u.test(given);
}

function requireHttps(url: URL): void {
  if (url.protocol === 'https:') return;
  throw new ConfigurationError(
    "apiUrl must begin with https://; plain http is only for allowCustomHost 'loopback'",
  );
}

function requireCustomHost(hostname: string, allowed: boolean): void {
  if (!allowed) {
    throw new ConfigurationError(
      'apiUrl is not the address of the cache service; allowCustomHost: true permits others',
    );
  }
  if (!isPublicHost(hostname)) {
    throw new ConfigurationError(
      "apiUrl must not name a private or reserved address; this machine needs allowCustomHost 'loopback'",
    );
  }
}

function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIPv6(hostname.slice(1, -1));
  const name = hostname.replace(/\.$/, '');
  const last = name.slice(name.lastIndexOf('.') + 1);
  // `URL` writes every IPv4 notation as a dotted quad; what else ends in a number is none to trust.
  if (/^(\d+|0x[0-9a-f]*)$/.test(last)) return isPublicIPv4(name);
  return last !== '' && last !== 'localhost';
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackIPv4(hostname);
}

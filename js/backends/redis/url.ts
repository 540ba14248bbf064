import { ConfigurationError } from '../../errors.ts';

/** Where a server is and how to log in there. Holds the password: for the client's eyes only. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  /** Empty for the user `default`. */
  readonly username: string;
  readonly password: string;
  readonly database: number;
  readonly tls: boolean;
}

const DEFAULT_PORT = 6379;
/** Scheme → whether it asks for TLS. */
const SCHEMES = new Map([
  ['redis:', false],
  ['rediss:', true],
  ['valkey:', false],
  ['valkeys:', true],
]);
const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])$/;
const DATABASE = /^(?:\/?|\/(?<number>\d{1,6}))$/;

/**
 * Takes a URL apart. The client is given the parts and never parses the URL itself, so that what was
 * checked and what is used are the same. No error repeats any of it: it may hold a password.
 * @throws {ConfigurationError}
 */
export function parseRedisUrl(url: unknown): RedisAddress {
  if (typeof url !== 'string') throw refused('it must be a string');
  // The URL parser drops or trims these without a word.
  if (/[\s\p{Cc}]/u.test(url)) throw refused('it must not hold blanks or control characters');
  const parsed = parse(url);
  const tls = SCHEMES.get(parsed.protocol);
  if (tls === undefined) throw refused('it must begin with redis:// or rediss://');
  if (!HOST.test(parsed.hostname)) throw refused('its host must be a name or an address');
  if (parsed.port === '0') throw refused('its port must be from 1 to 65535');
  const path = DATABASE.exec(parsed.pathname);
  if (path === null) throw refused('its path must be empty or the number of a database');
  if (parsed.search !== '' || parsed.hash !== '') throw refused('it takes neither "?" nor "#"');
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: parsed.port === '' ? DEFAULT_PORT : Number(parsed.port),
    username: decode(parsed.username),
    password: decode(parsed.password),
    database: Number(path.groups?.['number'] ?? 0),
    tls,
  };
}

function parse(url: string): URL {
  try {
    return new URL(url);
  } catch {
    // Without the cause: it repeats the URL.
    throw refused('percent-encode what is special in the user name or password');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('its user name or password is not percent-encoded UTF-8');
  }
}

function refused(reason: string): ConfigurationError {
  return new ConfigurationError(
    `url must have the form redis://user:password@host:port/database: ${reason}`,
  );
}

import { ConfigurationError } from '../../errors.ts';

/** Where a server is. */
export interface MemcachedAddress {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 11_211;
const ADDRESS =
  /^(?:\[(?<v6>[0-9A-Fa-f:.]{2,45})\]|(?<host>[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9_])?))(?::(?<port>\d{1,5}))?$/;

/**
 * Takes `host`, `host:port` or `[IPv6]:port` apart. memjs is given the parts and never parses the text
 * itself, so that what was checked and what is used are the same.
 * @throws {ConfigurationError}
 */
export function parseAddress(text: unknown): MemcachedAddress {
  const groups = typeof text === 'string' ? ADDRESS.exec(text)?.groups : undefined;
  const port = Number(groups?.['port'] ?? DEFAULT_PORT);
  const host = groups?.['v6'] ?? groups?.['host'];
  if (host === undefined || port < 1 || port > 65_535) {
    throw new ConfigurationError(
      'each of servers must have the form host, host:port or [IPv6]:port',
    );
  }
  return { host, port };
}

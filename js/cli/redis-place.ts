/** The Redis that an option or the environment names. */
import { Commands } from '../backends/redis/commands.ts';
import { resolveConnection } from '../backends/redis/options.ts';
import { parseRedisUrl } from '../backends/redis/url.ts';
import { UsageError } from './framework/cli-error.ts';
import type { Context } from './framework/context.ts';

export const REDIS_OPTION = {
  redis: {
    type: 'string',
    value: 'url',
    help: 'redis://host:port/database; env:NAME for a variable with it, needed with a password',
  },
} as const;

export interface RedisPlace {
  readonly commands: Commands;
  /** Host, port and database. */
  readonly name: string;
}

/**
 * @param given a URL or env:NAME
 * @throws {UsageError} for a password on the command line @throws {ConfigurationError}
 */
export function openRedis(given: string, context: Context): RedisPlace {
  const [, variable] = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(given) ?? [];
  const url = variable === undefined ? given : context.environment(variable);
  if (url === undefined) {
    throw new UsageError(`the environment variable ${variable} is not set`);
  }
  const { host, port, database, password, tls } = parseRedisUrl(url);
  if (variable === undefined && password !== '') {
    throw new UsageError(
      'the URL has a password, which other users see among the arguments: put it into a variable ' +
        'and give --redis env:NAME',
    );
  }
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    commands: new Commands(resolveConnection({ url })),
    name: `${tls ? 'rediss' : 'redis'}://${shownHost}:${port}/${database}`,
  };
}

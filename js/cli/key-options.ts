/** Where commands get master keys from: the environment or a file descriptor. */

import { parseMasterKey } from '../config/master-key.ts';
import { ConfigurationError } from '../errors.ts';
import { readDescriptor } from './descriptor.ts';
import { FileError, UsageError } from './framework/cli-error.ts';
import type { Context } from './framework/context.ts';

/** As in `createCache.secure`, which reads the second; the first is for those who have both. */
const MASTER_KEY = ['SEALCACHE_MASTER_KEY', 'CACHEKIT_MASTER_KEY'];
const PREVIOUS_KEYS = ['SEALCACHE_PREVIOUS_MASTER_KEYS', 'CACHEKIT_PREVIOUS_MASTER_KEYS'];

/** No key is longer, with spaces and a line end around it. */
const MOST_BYTES = 1024;

export const KEY_OPTIONS = {
  'key-env': {
    type: 'string',
    value: 'name',
    help: `the environment variable with the master key; else ${MASTER_KEY.join(' or ')}`,
  },
  'key-fd': {
    type: 'string',
    value: 'number',
    help: 'the file descriptor to read the master key from, e.g. 3 with 3<file',
  },
} as const;

export const TENANT_OPTION = {
  tenant: { type: 'string', value: 'id', help: 'the tenant that the keys are derived for' },
} as const;

interface KeyPlace {
  readonly variable: string | undefined;
  readonly descriptor: string | undefined;
}

/**
 * The master key in hex, checked.
 * @param source where the command reads its bytes from, "-" for standard input
 * @throws {UsageError} where there is none, or in two places, or where bytes come from its place
 * @throws {ConfigurationError} where it is no key; names the place only
 */
export async function masterKey(
  place: KeyPlace,
  context: Context,
  source?: string,
): Promise<string> {
  if (source === '-' && place.descriptor !== undefined && Number(place.descriptor) === 0) {
    throw new UsageError('standard input cannot give both the key and the bytes; name a file');
  }
  const { variable, descriptor } = place;
  if (variable !== undefined && descriptor !== undefined) {
    throw new UsageError('give --key-env or --key-fd, not both');
  }
  if (descriptor !== undefined) return await keyFrom(`fd:${descriptor}`, context);
  if (variable !== undefined) return await keyFrom(`env:${variable}`, context);
  const found = firstSet(MASTER_KEY, context);
  if (found !== undefined) return checked(found.value, found.name);
  throw new UsageError(`set ${MASTER_KEY[0]}, or give --key-env or --key-fd`);
}

/** Retired keys that only open, from the environment. */
export function previousKeys(context: Context): readonly string[] {
  const found = firstSet(PREVIOUS_KEYS, context);
  if (found === undefined) return [];
  const parts = found.value.split(',').map((key) => key.trim());
  return parts.filter((key) => key !== '').map((key) => checked(key, found.name));
}

/**
 * The key at a place `env:NAME` or `fd:NUMBER`.
 * @throws {UsageError} @throws {ConfigurationError}
 */
export async function keyFrom(place: string, context: Context): Promise<string> {
  const [, kind, name = ''] = /^(env|fd):(.+)$/.exec(place) ?? [];
  if (kind === 'env') {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw malformed();
    const value = context.environment(name);
    if (value === undefined) throw new UsageError(`the environment variable ${name} is not set`);
    return checked(value, name);
  }
  if (kind !== 'fd' || !/^\d{1,4}$/.test(name)) throw malformed();
  const text = await keyText(Number(name));
  return checked(text, `file descriptor ${name}`);
}

async function keyText(descriptor: number): Promise<string> {
  try {
    const bytes = await readDescriptor(descriptor, MOST_BYTES);
    return bytes.toString('latin1').trim();
  } catch (error) {
    throw new FileError('read a key from', `file descriptor ${descriptor}`, error);
  }
}

/** Not repeated: it may be a key in the wrong place. */
function malformed(): UsageError {
  return new UsageError(
    'the place of a key is env:NAME or fd:NUMBER, with a name as shells know it',
  );
}

function checked(key: string, where: string): string {
  parseMasterKey(key, where).fill(0);
  return key;
}

interface Setting {
  readonly name: string;
  readonly value: string;
}

function firstSet(names: readonly string[], context: Context): Setting | undefined {
  const set = names.flatMap((name): Setting[] => {
    const value = context.environment(name);
    return value === undefined ? [] : [{ name, value }];
  });
  const [first, second] = set;
  if (first !== undefined && second !== undefined && first.value !== second.value) {
    throw new ConfigurationError(`${first.name} and ${second.name} differ; set one of them`);
  }
  return first;
}

import { randomHex, toHex } from '../../config/hex.ts';
import { parseApiKey, SCOPES, type Scope } from './key-format.ts';

/** What is stored of an API key, as JSON under `recordName`. The key cannot be found from it. */
export interface KeyRecord {
  readonly tenant: string;
  readonly scope: Scope;
  /** What the key is for, in its owner's words. */
  readonly label: string;
  /** When it was made, ISO 8601. */
  readonly created: string;
  readonly salt: string;
  /** SHA-256 of salt and key, hex. */
  readonly hash: string;
}

const PREFIX = 'key/';

/** Part of the name of each thing a tenant stores; without a slash, which separates those parts. */
export const TENANT = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function recordName(id: string): string {
  return PREFIX + id;
}

/** The id of a record's name; the name itself where it is none. */
export function idOfRecord(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

export async function makeRecord(
  apiKey: string,
  owner: { readonly tenant: string; readonly label: string },
): Promise<{ readonly id: string; readonly record: KeyRecord }> {
  const parsed = parseApiKey(apiKey);
  if (parsed === null) throw new TypeError('not an API key of this service');
  const { id, scope } = parsed;
  const salt = randomHex(16);
  const hash = toHex(await keyHash(salt, apiKey));
  return { id, record: { ...owner, scope, created: new Date().toISOString(), salt, hash } };
}

/**
 * One round of SHA-256 is enough for a key of 256 random bits: there is no list of likely keys to try,
 * which is what slow password hashes are against. The salt makes equal keys look different.
 */
export async function keyHash(salt: string, apiKey: string): Promise<Uint8Array> {
  const text = new TextEncoder().encode(`${salt}:${apiKey}`);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text));
}

/** The record in a stored JSON value; `null` for anything else. */
export function readRecord(value: unknown): KeyRecord | null {
  if (typeof value !== 'object' || value === null) return null;
  const text = (name: string): string => {
    const field: unknown = Reflect.get(value, name);
    return typeof field === 'string' ? field : '';
  };
  const scope = SCOPES.find((name) => name === text('scope'));
  const [tenant, salt, hash] = [text('tenant'), text('salt'), text('hash')];
  if (scope === undefined || !TENANT.test(tenant) || !/^[0-9a-f]{64}$/.test(hash)) return null;
  return { tenant, scope, label: text('label'), created: text('created'), salt, hash };
}

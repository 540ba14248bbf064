/** What an API key looks like: its class, a public id by which its record is found, its secret. */
import { randomHex } from '../../config/hex.ts';

/** `sdk` may not change `nsapi:` keys, `api` no `ns:` keys, `live` all (PROTOCOL §1.4). */
export const SCOPES = ['sdk', 'api', 'live'] as const;
export type Scope = (typeof SCOPES)[number];

const API_KEY = /^ck_(sdk|api|live)_([0-9a-f]{16})_[0-9a-f]{64}$/;

export interface ParsedApiKey {
  readonly scope: Scope;
  readonly id: string;
}

/** `null` for what no key of this service looks like. */
export function parseApiKey(text: string): ParsedApiKey | null {
  const [, prefix, id] = API_KEY.exec(text) ?? [];
  const scope = SCOPES.find((name) => name === prefix);
  return scope === undefined || id === undefined ? null : { scope, id };
}

/** A new key: 64 random bits of id, 256 of secret. */
export function makeApiKey(scope: Scope): string {
  return `ck_${scope}_${randomHex(8)}_${randomHex(32)}`;
}

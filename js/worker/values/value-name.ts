import { randomHex } from '../../config/hex.ts';

/**
 * Where one version of an entry lies: `v1/{tenant}/{key}/{version}`. Neither tenants nor keys hold a
 * slash, so no key of one tenant can name what is another's. Nothing is ever stored twice under one
 * name: what a place far away still remembers of a name is right.
 */
export function valueName(tenant: string, key: string): string {
  return `v1/${tenant}/${key}/${randomHex(12)}`;
}

/** Sealing and opening one entry, every step of it in order (PROTOCOL §6). */
import { aad } from './aad.ts';
import { openBytes, sealBytes, sealOverhead } from './cipher.ts';
import { packEnvelope } from './envelope-pack.ts';
import { unpackEnvelope } from './envelope-unpack.ts';
import { firstThatOpens, keyringOf } from './keyring.ts';
import { refuse } from './protocol-error.ts';

export interface Keys {
  readonly current: Uint8Array;
  readonly previous: readonly Uint8Array[];
  readonly tenantId: string;
}

/** plain: the value itself. envelope: packed here. packed: the caller's envelope. */
export type ContainerName = 'plain' | 'envelope' | 'packed';

export function seal(
  keys: Keys,
  nonce: Uint8Array,
  value: Uint8Array,
  cacheKey: string,
  container: ContainerName,
): Uint8Array {
  const [current] = keyringOf(keys.current, keys.previous, keys.tenantId);
  if (current === undefined) return refuse('kInvalidArgument');
  const boundTo = aad(keys.tenantId, cacheKey, container !== 'plain');
  const plaintext = container === 'envelope' ? packEnvelope(value) : value;
  return sealBytes(current, nonce, boundTo, plaintext);
}

export function open(
  keys: Keys,
  blob: Uint8Array,
  cacheKey: string,
  container: ContainerName,
  maxValueBytes: number,
): { readonly index: number; readonly value: Uint8Array } {
  const ring = keyringOf(keys.current, keys.previous, keys.tenantId);
  if (blob.length < sealOverhead) refuse('kBlobTooShort');
  const boundTo = aad(keys.tenantId, cacheKey, container !== 'plain');
  const { index, result } = firstThatOpens(ring, (key) => openBytes(key, boundTo, blob));
  if (container === 'envelope') return { index, value: unpackEnvelope(result, maxValueBytes) };
  if (result.length > maxValueBytes) refuse('kValueTooLarge');
  return { index, value: result };
}

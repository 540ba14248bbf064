import type { Environment } from '../environment.ts';
import { unavailable } from '../http/refusal.ts';
import type { ValueAddress } from './place.ts';

type Bindings = Pick<Environment, 'VALUES' | 'LARGE_VALUES'>;

/**
 * @param ttl seconds after which KV may forget the value, at least 60; `null` for never, and of no
 * meaning to R2
 */
export async function writeValue(
  { VALUES, LARGE_VALUES }: Bindings,
  { place, name }: ValueAddress,
  body: Uint8Array | ReadableStream,
  ttl: number | null,
): Promise<void> {
  const options = ttl === null ? {} : { expirationTtl: ttl };
  await stored(async () => {
    if (place === 'kv') await VALUES.put(name, body, options);
    else await LARGE_VALUES.put(name, body);
  });
}

/** `null` where the store has no such value, or not yet. */
export async function readValue(
  { VALUES, LARGE_VALUES }: Bindings,
  { place, name }: ValueAddress,
): Promise<ArrayBuffer | ReadableStream | null> {
  return await stored(async () => {
    if (place === 'kv') return await VALUES.get(name, 'arrayBuffer');
    return (await LARGE_VALUES.get(name))?.body ?? null;
  });
}

/** The first bytes of a value; none where it is gone. */
export async function readHead(
  { VALUES, LARGE_VALUES }: Bindings,
  { place, name }: ValueAddress,
  length: number,
): Promise<Uint8Array> {
  return await stored(async () => {
    const bytes =
      place === 'kv'
        ? (await VALUES.get(name, 'arrayBuffer'))?.slice(0, length)
        : await (await LARGE_VALUES.get(name, { range: { offset: 0, length } }))?.arrayBuffer();
    return new Uint8Array(bytes ?? new ArrayBuffer(0));
  });
}

export async function deleteValue(
  { VALUES, LARGE_VALUES }: Bindings,
  { place, name }: ValueAddress,
): Promise<void> {
  await (place === 'kv' ? VALUES : LARGE_VALUES).delete(name);
}

/** Whatever a store fails with passes by itself; its text may quote the name. */
export async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    console.error(`storage failed: ${error instanceof Error ? error.name : typeof error}`);
    throw unavailable('the storage behind this service is not available at the moment');
  }
}

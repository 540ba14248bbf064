import { CachekitError, createCache } from '../../js/node.ts';
import { type Route, stored } from './carry.ts';

/** One manipulated entry and what each side said to it. */
export interface Refusal {
  readonly attack: string;
  readonly node: string;
  readonly worker: string;
  readonly refused: boolean;
}

const VICTIM = 'attack:victim';
const OTHER = 'attack:other';

/** Manipulates entries in KV as somebody with access to the store could, and reads them back. */
export async function tryAttacks(route: Route, masterKey: string): Promise<Refusal[]> {
  await route.caches.kv.set(VICTIM, { role: 'reader' });
  await route.caches.kv.set(OTHER, { role: 'admin' });
  const genuine = await stored(route.kvStore, VICTIM);
  const moved = await stored(route.kvStore, OTHER);
  const flipped = genuine.slice();
  flipped[20] = (flipped[20] ?? 0) ^ 1;
  const attempts: [string, Uint8Array][] = [
    ['moved from another key', moved],
    ['one bit flipped', flipped],
    ['last byte cut off', genuine.slice(0, -1)],
    ['cut to 27 bytes', genuine.slice(0, 27)],
    ['sealed for a foreign tenant', await foreignEntry(route, masterKey)],
    ['plaintext planted', new TextEncoder().encode('{"role":"admin"}'.padEnd(64))],
  ];
  const refusals: Refusal[] = [];
  for (const [attack, bytes] of attempts) {
    await route.kvStore.set(VICTIM, bytes);
    refusals.push(await readBack(attack, route));
  }
  return refusals;
}

async function foreignEntry(route: Route, masterKey: string): Promise<Uint8Array> {
  const foreign = createCache({
    backend: route.kvStore,
    encryption: { masterKey, tenantId: 'foreign-tenant' },
  });
  await foreign.set(VICTIM, { role: 'admin' });
  return await stored(route.kvStore, VICTIM);
}

async function readBack(attack: string, route: Route): Promise<Refusal> {
  const node = await route.caches.kv.get(VICTIM).then(
    () => 'opened',
    (error: unknown) => (error instanceof CachekitError ? error.code : 'unexpected error'),
  );
  const response = await route.worker.call('GET', VICTIM);
  const body: unknown = await response.json();
  const worker = response.status === 422 ? codeOf(body) : `status ${response.status}`;
  const refused = node === 'ERR_ENCRYPTION' && worker === 'ERR_ENCRYPTION';
  return { attack, node, worker, refused };
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body
    ? String(body.code)
    : 'no code';
}

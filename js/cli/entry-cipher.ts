import { loadNodeCore } from '../core/node-core.ts';
import { EncryptionManager } from '../node.ts';
import { containerOf, type EntryTerms } from './entry-options.ts';

/** The most an entry may hold, bytes (PROTOCOL §3.2). */
const MAX_VALUE_BYTES = 512 * 1024 * 1024;

/** Master keys in hex. */
export interface EntryKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

export interface OpenedEntry {
  readonly value: Uint8Array;
  /** Of the keyring: 0 for the current key. */
  readonly keyIndex: number;
}

/** Opens and unpacks one entry. @throws {EncryptionError} for one that is not as the terms say */
export async function openEntry(
  keys: EntryKeys,
  sealed: Uint8Array,
  { tenant, key, container }: EntryTerms,
): Promise<OpenedEntry> {
  return await withManager(keys, tenant, async (manager) => {
    const inner = await manager.openNow(sealed, key, containerOf(container), MAX_VALUE_BYTES);
    const keyIndex = manager.getOpensByKey().findIndex((opens) => opens > 0);
    if (container !== 'interop-v2') return { value: inner, keyIndex };
    const core = await loadNodeCore();
    return { value: core.unpackInterop(inner, MAX_VALUE_BYTES), keyIndex };
  });
}

/** Packs and seals one entry under the current key. */
export async function sealEntry(
  keys: EntryKeys,
  value: Uint8Array,
  { tenant, key, container }: EntryTerms,
): Promise<Uint8Array> {
  const core = await loadNodeCore();
  // Not compressed, as on an encrypted cache, where its length could tell of a secret.
  const inner = container === 'interop-v2' ? core.packInterop(value, false) : value;
  return await withManager(keys, tenant, async (manager) =>
    manager.sealNow(inner, key, containerOf(container)),
  );
}

async function withManager<T>(
  { current, previous }: EntryKeys,
  tenant: string,
  use: (manager: EncryptionManager) => Promise<T>,
): Promise<T> {
  const manager = new EncryptionManager(current, tenant, previous);
  try {
    return await use(manager);
  } finally {
    manager.dispose();
  }
}

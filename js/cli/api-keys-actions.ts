/** API keys of the cache service: made, listed and revoked in whatever holds their records. */
import { makeApiKey, type Scope } from '../worker/api-keys/key-format.ts';
import {
  idOfRecord,
  type KeyRecord,
  makeRecord,
  readRecord,
  recordName,
} from '../worker/api-keys/key-record.ts';

/** What of a KV namespace is used. */
export interface RecordStore {
  get(name: string, type: 'json'): Promise<unknown>;
  put(name: string, text: string): Promise<void>;
  delete(name: string): Promise<void>;
  list(options: { cursor?: string }): Promise<RecordPage>;
}

/** One page of names; with a `cursor` there is another. */
export interface RecordPage {
  readonly keys: readonly { readonly name: string }[];
  readonly cursor?: string;
}

/** A record and the id it is stored under. `null` for one that cannot be read, which lets nobody in. */
export interface ListedKey {
  readonly id: string;
  readonly record: KeyRecord | null;
}

export interface NewKey {
  /** To be shown once: it is stored nowhere. */
  readonly apiKey: string;
  readonly id: string;
  readonly record: KeyRecord;
}

/** Makes a key and its record; stores nothing. */
export async function newKey(scope: Scope, tenant: string, label: string): Promise<NewKey> {
  const apiKey = makeApiKey(scope);
  return { apiKey, ...(await makeRecord(apiKey, { tenant, label })) };
}

export async function storeKey(store: RecordStore, { id, record }: NewKey): Promise<void> {
  await store.put(recordName(id), JSON.stringify(record));
}

export async function listKeys(store: RecordStore): Promise<ListedKey[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list(cursor === undefined ? {} : { cursor });
    names.push(...page.keys.map(({ name }) => name));
    cursor = page.cursor;
  } while (cursor !== undefined && cursor !== '');
  return await Promise.all(
    names.map(async (name) => ({
      id: idOfRecord(name),
      record: readRecord(await store.get(name, 'json')),
    })),
  );
}

/** @returns false where there is no such key */
export async function revokeKey(store: RecordStore, id: string): Promise<boolean> {
  const name = recordName(id);
  if ((await store.get(name, 'json')) === null) return false;
  await store.delete(name);
  return true;
}

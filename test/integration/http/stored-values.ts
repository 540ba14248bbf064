import type { Backend } from '../../../js/backends/backend.ts';

/** What of a KV namespace is used. */
export interface ListedNamespace {
  list(options: { prefix: string }): Promise<{ keys: readonly { readonly name: string }[] }>;
  get(name: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>;
}

/** What is in KV under the service's names, `v1/{tenant}/{key}/{version}`, read only. */
export function storedValues(values: ListedNamespace, tenant: string): Backend {
  const refuse = () => Promise.reject(new Error('read only'));
  return {
    get: async (key) => {
      const { keys } = await values.list({ prefix: `v1/${tenant}/${key}/` });
      const bytes = await values.get(keys[0]?.name ?? '', 'arrayBuffer');
      return bytes === null ? null : new Uint8Array(bytes);
    },
    set: refuse,
    delete: refuse,
    exists: refuse,
    close: async () => {},
  };
}

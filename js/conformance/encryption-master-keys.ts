/** master_key_input of encryption.json (PROTOCOL §6.7). */
import { fails, failsSomehow, sameBytes } from './checks.ts';
import { fingerprintIs, openingRows } from './encryption.ts';
import { bytes, type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function masterKeyInputRows(file: string, json: JsonObject): readonly Row[] {
  const groupName = 'master_key_input';
  const group = rowGroup(file, groupName);
  const tenant = text(json, 'tenant_id');
  return [
    ...list(json, 'accept_vectors').flatMap((vector) => {
      const owner = { master: bytes(vector, 'master_key_hex'), tenant };
      const name = text(vector, 'name');
      return [
        group.row(
          `${name}: fingerprint`,
          fingerprintIs(owner, text(vector, 'derived_key_fingerprint_hex')),
        ),
        ...openingRows(file, groupName, owner, vector),
        group.row(
          `${name}: hex entry`,
          async (target) => {
            const key =
              target.parseMasterKey?.(text(vector, 'master_key_hex')) ?? new Uint8Array(0);
            sameBytes(key, owner.master, 'key');
          },
          ['parseMasterKey'],
        ),
      ];
    }),
    ...list(json, 'reject_vectors').map((vector) =>
      group.row(
        text(vector, 'name'),
        async (target) =>
          failsSomehow(() => target.parseMasterKey?.(text(vector, 'master_key_hex'))),
        ['parseMasterKey'],
      ),
    ),
    ...list(json, 'raw_reject_vectors').map((vector) =>
      group.row(text(vector, 'name'), async (target) => {
        const keys = { current: bytes(vector, 'raw_key_hex'), previous: [], tenantId: tenant };
        await fails(target, ['kInvalidKeyLength'], () => target.core.createSealer(keys));
      }),
    ),
  ];
}

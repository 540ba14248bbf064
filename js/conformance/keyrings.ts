/** Rows of our keyrings.json. */
import type { SealerKeys } from '../core/core.ts';
import { bytesOfHex } from './bytes.ts';
import { anySize, containerOf, fails, same, sameBytes, withSealer } from './checks.ts';
import { bytes, has, type JsonObject, list, number, text, texts } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function keyringRows(file: string, json: JsonObject): readonly Row[] {
  const open = rowGroup(file, 'open');
  const reject = rowGroup(file, 'reject');
  const configuration = rowGroup(file, 'configuration');
  return [
    ...list(json, 'open').map((vector) =>
      open.row(text(vector, 'name'), async (target) => {
        const container = containerOf(text(vector, 'container'));
        const blob = bytes(vector, 'blob');
        await withSealer(target, keysOf(vector), async (sealer) => {
          same(sealer.fingerprint, text(vector, 'fingerprint'), 'fingerprint');
          const value = await sealer.open(blob, text(vector, 'cache_key'), container, anySize);
          sameBytes(value, bytes(vector, 'value'), 'value');
          const opened = sealer.opensByKey.map((count, index) => (count === 1 ? index : -1));
          same(
            opened.filter((index) => index >= 0).join(),
            `${number(vector, 'opened_by')}`,
            'key',
          );
        });
      }),
    ),
    ...list(json, 'reject').map((vector) =>
      reject.row(text(vector, 'name'), async (target) => {
        const container = containerOf(text(vector, 'container'));
        const blob = bytes(vector, 'blob');
        await withSealer(target, keysOf(vector), async (sealer) => {
          await fails(target, [text(vector, 'error')], () =>
            sealer.open(blob, text(vector, 'cache_key'), container, anySize),
          );
          same(
            sealer.opensByKey.reduce((sum, count) => sum + count, 0),
            0,
            'blobs opened',
          );
        });
      }),
    ),
    ...list(json, 'configuration').map((vector) =>
      configuration.row(text(vector, 'name'), async (target) => {
        const keys = keysOf(vector);
        if (has(vector, 'error')) {
          return fails(target, [text(vector, 'error')], () => target.core.createSealer(keys));
        }
        return withSealer(target, keys, (sealer) => {
          same(sealer.keyringEntryCount, number(vector, 'entries'), 'entries');
        });
      }),
    ),
  ];
}

function keysOf(vector: JsonObject): SealerKeys {
  return {
    current: bytes(vector, 'current'),
    previous: texts(vector, 'previous').map(bytesOfHex),
    tenantId: text(vector, 'tenant'),
  };
}

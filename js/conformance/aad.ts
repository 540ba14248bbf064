/** Rows of our aad.json. */
import { CONTAINER_PACKED, CONTAINER_PLAIN } from '../core/core.ts';
import { textOf } from './bytes.ts';
import { fails, same, sameBytes, withSealer } from './checks.ts';
import { bytes, flag, type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

const current = new Uint8Array(32).fill(0x42);

export function aadRows(file: string, json: JsonObject): readonly Row[] {
  const accept = rowGroup(file, 'accept');
  const reject = rowGroup(file, 'reject');
  return [
    ...list(json, 'accept').map((vector) => {
      const { tenant, cacheKey, compressed } = partsOf(vector);
      return accept.row(text(vector, 'name'), async (target) => {
        sameBytes(target.hooks.aad(tenant, cacheKey, compressed), bytes(vector, 'aad'), 'AAD');
      });
    }),
    ...list(json, 'reject').flatMap((vector) => {
      const { tenant, cacheKey, compressed } = partsOf(vector);
      const kinds = [text(vector, 'error')];
      const container = compressed ? CONTAINER_PACKED : CONTAINER_PLAIN;
      return [
        reject.row(`${text(vector, 'name')}: AAD`, async (target) => {
          await fails(target, kinds, () => target.hooks.aad(tenant, cacheKey, compressed));
        }),
        reject.row(`${text(vector, 'name')}: seal spends no nonce`, async (target) => {
          await withSealer(target, { current, previous: [], tenantId: tenant }, async (sealer) => {
            await fails(target, kinds, () => sealer.seal(current, cacheKey, container));
            same(sealer.nonceCounter, 0, 'nonces spent');
          });
        }),
        reject.row(`${text(vector, 'name')}: open`, async (target) => {
          await withSealer(target, { current, previous: [], tenantId: tenant }, async (sealer) => {
            const blob = new Uint8Array(64);
            await fails(target, kinds, () => sealer.open(blob, cacheKey, container, 64));
          });
        }),
      ];
    }),
  ];
}

function partsOf(vector: JsonObject): {
  readonly tenant: string;
  readonly cacheKey: string;
  readonly compressed: boolean;
} {
  return {
    tenant: textOf(bytes(vector, 'tenant')),
    cacheKey: textOf(bytes(vector, 'cache_key')),
    compressed: flag(vector, 'compressed'),
  };
}

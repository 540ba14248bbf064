/** Rows of our key-derivation.json and master-keys.json. */
import { textOf } from './bytes.ts';
import { fails, failsSomehow, same, sameBytes, withSealer } from './checks.ts';
import { bytes, type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function keyDerivationRows(file: string, json: JsonObject): readonly Row[] {
  const derive = rowGroup(file, 'derive');
  const fingerprint = rowGroup(file, 'fingerprint');
  const reject = rowGroup(file, 'reject');
  return [
    ...list(json, 'derive').map((vector) =>
      derive.row(text(vector, 'name'), async (target) => {
        const { master, domain, tenant } = inputsOf(vector);
        const derived = target.hooks.deriveKey(master, domain, tenant);
        sameBytes(derived, bytes(vector, 'derived'), 'subkey');
      }),
    ),
    ...list(json, 'fingerprint').map((vector) =>
      fingerprint.row(text(vector, 'name'), async (target) => {
        const current = bytes(vector, 'master');
        const tenantId = textOf(bytes(vector, 'tenant'));
        await withSealer(target, { current, previous: [], tenantId }, (sealer) => {
          same(sealer.fingerprint, text(vector, 'fingerprint'), 'fingerprint');
        });
      }),
    ),
    ...list(json, 'reject').map((vector) =>
      reject.row(text(vector, 'name'), async (target) => {
        const { master, domain, tenant } = inputsOf(vector);
        await fails(target, [text(vector, 'error')], () =>
          target.hooks.deriveKey(master, domain, tenant),
        );
      }),
    ),
  ];
}

export function masterKeyRows(file: string, json: JsonObject): readonly Row[] {
  const accept = rowGroup(file, 'accept');
  const reject = rowGroup(file, 'reject');
  return [
    ...list(json, 'accept').map((vector) =>
      accept.row(
        text(vector, 'name'),
        async (target) => {
          const key = target.parseMasterKey?.(text(vector, 'text')) ?? new Uint8Array(0);
          sameBytes(key, bytes(vector, 'key'), 'key');
        },
        ['parseMasterKey'],
      ),
    ),
    ...list(json, 'reject').map((vector) =>
      reject.row(
        text(vector, 'name'),
        async (target) => failsSomehow(() => target.parseMasterKey?.(text(vector, 'text'))),
        ['parseMasterKey'],
      ),
    ),
  ];
}

function inputsOf(vector: JsonObject): {
  readonly master: Uint8Array;
  readonly domain: string;
  readonly tenant: string;
} {
  return {
    master: bytes(vector, 'master'),
    domain: textOf(bytes(vector, 'domain')),
    tenant: textOf(bytes(vector, 'tenant')),
  };
}

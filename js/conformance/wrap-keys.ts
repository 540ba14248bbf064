/** Rows of our wrap-keys.json: the same arguments give the same key on every core. */
import { type KeyFormat, WrapKeys } from '../keys/wrap-key.ts';
import { hexOf } from './bytes.ts';
import { same } from './checks.ts';
import { describedList } from './described.ts';
import { type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

const formats: readonly KeyFormat[] = ['sealcache', 'cachekit-ts'];

export function wrapKeyRows(file: string, json: JsonObject): readonly Row[] {
  return formats.flatMap((format) => {
    const group = rowGroup(file, format);
    return list(json, format).map((vector) =>
      group.row(text(vector, 'name'), async (target) => {
        const encoded = vector['encoded'];
        const keys = new WrapKeys((bytes) => {
          if (typeof encoded === 'string') same(hexOf(bytes), encoded, 'encoded arguments');
          return target.core.blake2bHex(bytes, 32);
        }, format);
        const name = vector['function_name'];
        const namespace = text(vector, 'namespace');
        const identity = typeof name === 'string' ? { namespace, name } : { namespace };
        same(keys.keyFor(identity, describedList(vector, 'args')), text(vector, 'key'), 'key');
      }),
    );
  });
}

/** Rows of our bounds.json. */
import { fails } from './checks.ts';
import { bytes, type JsonObject, list, number, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function boundsRows(file: string, json: JsonObject): readonly Row[] {
  const accept = rowGroup(file, 'accept');
  const reject = rowGroup(file, 'reject');
  return [
    ...list(json, 'accept').map((vector) =>
      accept.row(text(vector, 'name'), async (target) => {
        target.core.checkDecodeBounds(bytes(vector, 'document'), number(vector, 'depth_limit'));
      }),
    ),
    ...list(json, 'reject').map((vector) =>
      reject.row(text(vector, 'name'), async (target) => {
        await fails(target, [text(vector, 'error')], () =>
          target.core.checkDecodeBounds(bytes(vector, 'document'), number(vector, 'depth_limit')),
        );
      }),
    ),
  ];
}

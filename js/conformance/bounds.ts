/** Rows of our bounds.json. */
import { fails } from './checks.ts';
import { bytes, type JsonObject, list, number, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import { decodePreScan } from './target.ts';

export function boundsRows(file: string, json: JsonObject): readonly Row[] {
  const accept = rowGroup(file, 'accept');
  const reject = rowGroup(file, 'reject');
  return [
    ...list(json, 'accept').map((vector) =>
      accept.row(text(vector, 'name'), async (target) => {
        target.core.checkDecodeBounds(bytes(vector, 'document'), number(vector, 'depth_limit'));
      }),
    ),
    ...list(json, 'reject').flatMap((vector) => {
      const name = text(vector, 'name');
      const kind = text(vector, 'error');
      const limit = number(vector, 'depth_limit');
      const scan = reject.row(name, async (target) => {
        await fails(target, [kind], () =>
          target.core.checkDecodeBounds(bytes(vector, 'document'), limit),
        );
      });
      // Another limit is the scan's own; a value codec has the one it was made with.
      if (limit !== 100) return [scan];
      const value = reject.row(
        `${name}: as a value`,
        async (target) => {
          await fails(target, [kind, decodePreScan], () =>
            target.decodeValue?.(bytes(vector, 'document')),
          );
        },
        ['decodeValue'],
      );
      return [scan, value];
    }),
  ];
}

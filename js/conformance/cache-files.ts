/** Rows of our cache-files.json. */
import { same, sameBytes } from './checks.ts';
import { bytes, type JsonObject, list, number, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import type { CacheFileFormat, ConformanceTarget } from './target.ts';

export function cacheFileRows(file: string, json: JsonObject): readonly Row[] {
  const name = rowGroup(file, 'name');
  const write = rowGroup(file, 'write');
  const read = rowGroup(file, 'read');
  return [
    ...list(json, 'name').map((vector) =>
      name.row(text(vector, 'name'), async (target) => {
        const given = target.core.blake2bHex(bytes(vector, 'key'), 16);
        same(given, text(vector, 'file_name'), 'file name');
      }),
    ),
    ...list(json, 'write').map((vector) =>
      write.row(
        text(vector, 'name'),
        async (target) => {
          const written = formatOf(target).write(
            bytes(vector, 'payload'),
            number(vector, 'expiry'),
          );
          sameBytes(written, bytes(vector, 'file'), 'file');
        },
        ['cacheFile'],
      ),
    ),
    ...list(json, 'read').map((vector) =>
      read.row(
        text(vector, 'name'),
        async (target) => {
          const result = formatOf(target).read(bytes(vector, 'file'), number(vector, 'now'));
          same(result.action, text(vector, 'action'), 'action');
          if (result.action !== 'return_payload') return;
          sameBytes(result.payload, bytes(vector, 'payload'), 'payload');
        },
        ['cacheFile'],
      ),
    ),
  ];
}

function formatOf(target: ConformanceTarget): CacheFileFormat {
  if (target.cacheFile === undefined) throw new Error('the target has no cacheFile');
  return target.cacheFile;
}

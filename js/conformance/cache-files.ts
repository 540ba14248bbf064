/** Rows of our cache-files.json and of CacheKit's file-backend.json (PROTOCOL §11). */
import { same, sameBytes } from './checks.ts';
import { bytes, has, type JsonObject, list, number, text } from './json.ts';
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

/** A writer leaves flags and reserved byte zero (FILE-1, FILE-4): such files are only read. */
export function fileBackendRows(file: string, json: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'vectors');
  return list(json, 'vectors').flatMap((vector) => {
    const name = text(vector, 'name');
    const stored = bytes(vector, 'file_hex');
    const payload = bytes(vector, 'payload_hex');
    const ours = numberOr(vector, 'flags', 0) === 0 && numberOr(vector, 'reserved', 0) === 0;
    return [
      group.row(`${name}: file name`, async (target) => {
        const key = new TextEncoder().encode(text(vector, 'key_utf8'));
        same(target.core.blake2bHex(key, 16), text(vector, 'filename'), 'file name');
      }),
      ours
        ? group.row(
            `${name}: write`,
            async (target) => {
              const expiry = number(vector, 'expiry_unix_seconds');
              sameBytes(formatOf(target).write(payload, expiry), stored, 'file');
            },
            ['cacheFile'],
          )
        : group.skip(`${name}: write`, 'a file of a later version is never written'),
      group.row(
        `${name}: read`,
        async (target) => {
          const now = numberOr(vector, 'reader_now_unix_seconds', 0);
          const result = formatOf(target).read(stored, now);
          same(result.action, text(vector, 'reader_action'), 'action');
          if (result.action === 'return_payload') sameBytes(result.payload, payload, 'payload');
        },
        ['cacheFile'],
      ),
    ];
  });
}

function numberOr(vector: JsonObject, member: string, otherwise: number): number {
  return has(vector, member) ? number(vector, member) : otherwise;
}

function formatOf(target: ConformanceTarget): CacheFileFormat {
  if (target.cacheFile === undefined) throw new Error('the target has no cacheFile');
  return target.cacheFile;
}

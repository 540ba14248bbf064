/** Rows of our blake2b.json and xxh3.json. */
import { bytesOfHex } from './bytes.ts';
import { fails, same, sameBytes } from './checks.ts';
import { canonicalEnvelope, checksumIn, literalBlock } from './envelope-form.ts';
import { bytes, type JsonObject, list, number, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

export function blake2bRows(file: string, json: JsonObject): readonly Row[] {
  const digest = rowGroup(file, 'digest');
  return list(json, 'digest').map((vector) =>
    digest.row(text(vector, 'name'), async (target) => {
      const size = number(vector, 'digest_bytes');
      if (size !== 16 && size !== 32) throw new TypeError('digests have 16 or 32 bytes');
      const hex = target.core.blake2bHex(bytes(vector, 'data'), size);
      same(hex, text(vector, 'digest'), 'digest');
    }),
  );
}

/** The hash is seen through envelopes, where every core shows it. */
export function xxh3Rows(file: string, json: JsonObject): readonly Row[] {
  const checksum = rowGroup(file, 'checksum');
  return list(json, 'checksum').flatMap((vector) => [
    checksum.row(`${text(vector, 'name')}: written`, async (target) => {
      const written = checksumIn(target.core.pack(bytes(vector, 'data')));
      sameBytes(written, bytes(vector, 'checksum'), 'checksum');
    }),
    checksum.row(`${text(vector, 'name')}: verified`, async (target) => {
      const data = bytes(vector, 'data');
      const sum = bytesOfHex(text(vector, 'checksum'));
      const envelope = canonicalEnvelope(literalBlock(data), sum, data.length);
      sameBytes(target.core.unpack(envelope, data.length), data, 'value');
      const wrong = sum.map((byte, i) => (i === 3 ? byte ^ 0x10 : byte));
      await fails(target, ['kChecksumMismatch'], () =>
        target.core.unpack(canonicalEnvelope(literalBlock(data), wrong, data.length), data.length),
      );
    }),
  ]);
}

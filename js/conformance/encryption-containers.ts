/** decrypted_container of encryption.json: the plaintext is never sniffed (PROTOCOL §6.5, ENC-2/3). */
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN, type Container } from '../core/core.ts';
import { anySize, fails, failsSomehow, interopOf, sameBytes, withSealer } from './checks.ts';
import type { Owner } from './encryption.ts';
import { bytes, type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import type { ConformanceTarget } from './target.ts';

export function containerRows(file: string, owner: Owner, json: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'decrypted_container');
  return list(json, 'vectors').flatMap((vector): readonly Row[] => {
    const name = text(vector, 'name');
    const open = (target: ConformanceTarget, container: Container): Promise<Uint8Array> =>
      withSealer(
        target,
        { current: owner.master, previous: [], tenantId: owner.tenant },
        (sealer) =>
          sealer.open(
            bytes(vector, 'ciphertext_hex'),
            text(vector, 'cache_key'),
            container,
            anySize,
          ),
      );
    switch (text(vector, 'reader')) {
      case 'plain_msgpack':
        return [
          group.row(`${name}: not unwrapped`, async (target) => {
            sameBytes(await open(target, CONTAINER_PLAIN), bytes(vector, 'plaintext_hex'), 'value');
          }),
          group.row(
            `${name}: decoded as the array it is`,
            async (target) => {
              const value = target.decodeValue?.(await open(target, CONTAINER_PLAIN));
              if (!Array.isArray(value) || value.length !== 4) {
                throw new Error('expected the four elements of the envelope');
              }
            },
            ['decodeValue'],
          ),
        ];
      case 'interop':
        return [
          group.row(name, async (target) => {
            const value = await open(target, CONTAINER_PLAIN);
            sameBytes(value, bytes(vector, 'plaintext_hex'), 'value');
            await fails(target, ['kBoundsTrailing'], () =>
              target.core.checkDecodeBounds(value, 100),
            );
          }),
          group.row(
            `${name}: value decode`,
            async (target) => {
              const value = await open(target, CONTAINER_PLAIN);
              await failsSomehow(() => interopOf(target).decode(value));
            },
            ['interop'],
          ),
        ];
      case 'bytestorage_envelope':
        return [
          group.row(name, async (target) => {
            await fails(target, ['kEnvelopeMalformed'], () => open(target, CONTAINER_ENVELOPE));
          }),
        ];
      case 'arrow_checksummed':
      case 'orjson_checksummed':
        return [group.skip(name, 'Arrow and orjson containers are read by the Python SDK only')];
      default:
        throw new TypeError(`${name}: a reader without a rule`);
    }
  });
}

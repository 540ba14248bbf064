/** `ByteStorage` and `generateParamsHash` of an entry, on every runtime. Imports nothing of Node. */
import { describe, expect, test } from 'vitest';
import type { ByteStorageBase } from '../../js/core/byte-storage.ts';
import type { MaybePromise } from '../../js/core/core.ts';
import {
  ConfigurationError,
  IntegrityError,
  SerializationError,
  ValueTooLargeError,
} from '../../js/errors.ts';

export interface LowerParts {
  readonly ByteStorage: new () => ByteStorageBase;
  readonly generateParamsHash: (
    args: readonly unknown[],
    format?: 'sealcache' | 'cachekit-ts',
  ) => MaybePromise<string>;
}

export function byteStorageSuite(name: string, parts: LowerParts): void {
  const storage = new parts.ByteStorage();
  const data = new Uint8Array(5000).fill(7);

  describe(`${name}: ByteStorage`, () => {
    test('unpacks what it packed, smaller where that is possible', async () => {
      const packed = await storage.pack(data);
      expect(packed.length).toBeLessThan(200);
      expect(await storage.unpack(packed)).toEqual(data);
      expect(await storage.validate(packed)).toBe(true);
      expect(await storage.estimateCompressionRatio(data)).toBe(packed.length / data.length);
      expect(await storage.estimateCompressionRatio(new Uint8Array())).toBe(1);
    });

    test('takes a view, and the caller may reuse its buffer at once', async () => {
      const buffer = new Uint8Array(100).fill(3);
      const packing = storage.pack(buffer.subarray(10, 20));
      buffer.fill(9);
      expect(await storage.unpack(await packing)).toEqual(new Uint8Array(10).fill(3));
    });

    test('refuses a changed envelope', async () => {
      const packed = new Uint8Array(await storage.pack(data));
      const last = packed.length - 1;
      for (const at of [0, 5, 20, last]) {
        const changed = packed.slice();
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(await storage.validate(changed)).toBe(false);
      }
      const unpack = async (bytes: Uint8Array) => storage.unpack(bytes);
      const damaged = packed.slice();
      damaged[20] = (damaged[20] ?? 0) ^ 1;
      await expect(unpack(damaged)).rejects.toThrow(IntegrityError);
      await expect(unpack(packed.slice(0, last))).rejects.toThrow(SerializationError);
      expect(await storage.validate(packed.slice(0, last))).toBe(false);
    });

    test('B41: refuses a value above the limit it is given', async () => {
      const packed = await storage.pack(data);
      const unpack = async (limit: number) => storage.unpack(packed, limit);
      await expect(unpack(data.length - 1)).rejects.toThrow(ValueTooLargeError);
      expect(await unpack(data.length)).toEqual(data);
      expect(storage.maxValueBytes).toBe(536_870_912);
    });

    test('refuses what is no bytes', () => {
      for (const method of [storage.pack, storage.unpack, storage.validate]) {
        const call = () => Reflect.apply(method, storage, ['text']);
        expect(call).toThrow(ConfigurationError);
      }
    });
  });

  describe(`${name}: generateParamsHash`, () => {
    test('is the hash part of the key of a wrapped call', async () => {
      const hash = await parts.generateParamsHash([1, { a: 'b' }]);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(await parts.generateParamsHash([1, { a: 'b' }])).toBe(hash);
      expect(await parts.generateParamsHash(['1', { a: 'b' }])).not.toBe(hash);
      const other = await parts.generateParamsHash([1, { a: 'b' }], 'cachekit-ts');
      expect(other).toMatch(/^[0-9a-f]{64}$/);
      expect(other).not.toBe(hash);
    });
  });
}

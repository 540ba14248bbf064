/** Entries as CacheKit's TypeScript and Rust SDKs write them, made without our core (PROTOCOL §2–6). */
import { describe, expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { encodeEnvelope, intArray, packEnvelope } from '../../reference/envelope-pack.ts';
import { lz4Literals } from '../../reference/lz4-pack.ts';
import { seal } from '../../reference/sealer.ts';
import { checksum } from '../../reference/xxh3.ts';

/** `{ at: '2024-01-02T03:04:05.000Z', id: 42, tags: ['a', null] }`, keys sorted, the Date a string. */
const PAYLOAD = Uint8Array.from(
  Buffer.from(
    `83a26174b8${Buffer.from('2024-01-02T03:04:05.000Z').toString('hex')}a26964` +
      `2aa47461677392a161c0`,
    'hex',
  ),
);
const VALUE = { at: '2024-01-02T03:04:05.000Z', id: 42, tags: ['a', null] };
const MASTER = '00112233445566778899aabbccddeeff00112233445566778899aabbccddee00';
const RETIRED = 'ff'.repeat(32);
const KEY = 'users:42';
const NONCE = Uint8Array.from({ length: 12 }, (_, i) => i);

const legacy = (payload: Uint8Array) =>
  encodeEnvelope(intArray(lz4Literals(payload)), checksum(payload), payload.length);

const containers = [
  ['an envelope', true, packEnvelope(PAYLOAD)],
  ['an envelope of the legacy form', true, legacy(PAYLOAD)],
  ['bare MessagePack', false, PAYLOAD],
] as const;

describe.each([
  ['native', loadNodeCore],
  ['wasm', loadWasmCore],
] as const)('%s reads what the reference SDK wrote', (_name, loadCore) => {
  const platform = { loadCore, now: Date.now, random: Math.random };

  test.each(containers)('%s, compression %s', async (_what, compression, bytes) => {
    const backend = new MemoryBackend();
    await backend.set(KEY, bytes);
    const cache = new CacheView(openCache({ backend, compression }, platform), null);
    expect(await cache.get(KEY)).toEqual(VALUE);
    expect(cache.stats().errors).toEqual({});
  });

  test.each(
    containers.flatMap(([what, compression, bytes]) =>
      [MASTER, RETIRED].map((sealedBy) => [what, compression, sealedBy, bytes] as const),
    ),
  )('%s, compression %s, sealed under %s', async (_what, compression, sealedBy, bytes) => {
    const backend = new MemoryBackend();
    const keys = { current: Buffer.from(sealedBy, 'hex'), previous: [], tenantId: 'acme' };
    const container = compression ? 'packed' : 'plain';
    await backend.set(KEY, seal(keys, NONCE, bytes, KEY, container));
    const encryption = { masterKey: MASTER, tenantId: 'acme', previousMasterKeys: [RETIRED] };
    const options = { backend, compression, encryption };
    const cache = new CacheView(openCache(options, platform), null);
    expect(await cache.get(KEY)).toEqual(VALUE);
    expect(cache.stats().errors).toEqual({});
    await cache.close();
  });
});

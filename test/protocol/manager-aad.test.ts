/**
 * What `encrypt` and `encryptNow` hand to the core gives the AAD of every vector: of our own rows and
 * of CacheKit's four-component rows where that file is here.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytes, flag, list, objectFrom, text } from '../../js/conformance/json.ts';
import { CONTAINER_PLAIN } from '../../js/core/core.ts';
import { EncryptionManagerBase } from '../../js/core/encryption-manager.ts';
import { FakeCore } from '../helpers/fake-core.ts';
import { loadHookedAddon } from '../helpers/native-hooks.ts';
import { vectorTexts } from './node-vectors.ts';

interface AadRow {
  readonly name: string;
  readonly tenant: string;
  readonly cacheKey: string;
  readonly compressed: boolean;
  readonly aad: Uint8Array;
}

const { hooks } = loadHookedAddon();
const rows = [...ownRows(), ...cachekitRows()].filter((row) => row.cacheKey !== '');

describe.each(rows)('$name', (row) => {
  test.each(['encrypt', 'encryptNow', 'decrypt', 'decryptNow'] as const)('%s', async (verb) => {
    const core = new FakeCore((call) => call.bytes);
    // The first call goes through derivation, the second straight to the core.
    const manager = new EncryptionManagerBase(() => core, '5c'.repeat(32), row.tenant);
    await manager[verb](new Uint8Array(40), row.cacheKey, row.compressed);
    await manager[verb](new Uint8Array(40), row.cacheKey, row.compressed);
    expect(core.calls).toHaveLength(2);
    for (const call of core.calls) {
      const compressed = call.container !== CONTAINER_PLAIN;
      expect(hooks.aad(core.tenants[0] ?? '', call.cacheKey, compressed)).toEqual(row.aad);
    }
  });
});

test('there are rows to check', () => {
  expect(rows.length).toBeGreaterThan(30);
});

function ownRows(): AadRow[] {
  const json = objectFrom(
    JSON.parse(readFileSync(new URL('../vectors/aad.json', import.meta.url), 'utf8')),
  );
  return list(json, 'accept').map((row) => ({
    name: text(row, 'name'),
    tenant: decoded(bytes(row, 'tenant')),
    cacheKey: decoded(bytes(row, 'cache_key')),
    compressed: flag(row, 'compressed'),
    aad: bytes(row, 'aad'),
  }));
}

function cachekitRows(): AadRow[] {
  const content = vectorTexts()['encryption.json'];
  if (content === undefined) return [];
  const json = objectFrom(JSON.parse(content));
  const tenant = text(json, 'tenant_id');
  return list(json, 'vectors')
    .filter((row) => !Object.hasOwn(row, 'original_type'))
    .map((row) => ({
      name: `CacheKit ${text(row, 'name')}`,
      tenant,
      cacheKey: text(row, 'cache_key'),
      compressed: flag(row, 'compressed'),
      aad: bytes(row, 'aad_hex'),
    }));
}

function decoded(utf8: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(utf8);
}

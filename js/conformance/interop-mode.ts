/** Rows of CacheKit's interop-mode.json, of what was added to it since, and of our interop.json. */

import { hexOf } from './bytes.ts';
import { failsSomehow, interopOf, same, sameBytes } from './checks.ts';
import { fingerprintIs, openingRows } from './encryption.ts';
import type { Entry, Item } from './interop-model.ts';
import { sealedRow } from './interop-sealed.ts';
import { bytes, flag, has, type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import { isNaive, tagged, taggedList } from './tagged.ts';

export function interopModeRows(file: string, json: JsonObject): readonly Row[] {
  const all = (group: string, rowsOf: (vector: JsonObject) => readonly Row[]): readonly Row[] =>
    has(json, group) ? list(json, group).flatMap(rowsOf) : [];
  return [
    ...all('key_vectors', (vector) => keyRows(file, vector)),
    ...all('value_vectors', (vector) => valueRows(file, vector)),
    ...all('error_vectors', (vector) => [refusedKeyRow(file, vector)]),
    ...all('reader_accept_vectors', (vector) => [acceptRow(file, vector)]),
    ...all('reader_reject_vectors', (vector) => [rejectRow(file, vector)]),
    ...all('aad_vectors', (vector) => [aadRow(file, vector)]),
    ...all('encryption_vectors', (vector) => encryptionRows(file, vector)),
  ];
}

function keyRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'key_vectors');
  const name = text(vector, 'name');
  const args = taggedList(vector, 'args');
  return [
    group.row(
      `${name}: canonical arguments`,
      async (target) => {
        const canonical = interopOf(target).canonicalArguments(args);
        sameBytes(canonical, bytes(vector, 'canonical_args_hex'), 'canonical arguments');
      },
      ['interop'],
    ),
    group.row(
      `${name}: key`,
      async (target) => {
        const canonical = bytes(vector, 'canonical_args_hex');
        same(target.core.blake2bHex(canonical, 32), text(vector, 'args_hash'), 'hash');
        const key = await interopOf(target).key(
          text(vector, 'namespace'),
          text(vector, 'operation'),
          args,
        );
        same(key, text(vector, 'expected_key'), 'key');
      },
      ['interop'],
    ),
  ];
}

function valueRows(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'value_vectors');
  const name = text(vector, 'name');
  const value = tagged(vector['value']);
  return [
    group.row(
      `${name}: write`,
      async (target) => {
        const document = interopOf(target).encode(value);
        sameBytes(document, bytes(vector, 'canonical_msgpack_hex'), 'document');
      },
      ['interop'],
    ),
    group.row(
      `${name}: read`,
      async (target) => {
        const read = interopOf(target).decode(bytes(vector, 'canonical_msgpack_hex'));
        sameItems(read, has(vector, 'reads_as') ? tagged(vector['reads_as']) : value);
      },
      ['interop'],
    ),
  ];
}

function refusedKeyRow(file: string, vector: JsonObject): Row {
  const group = rowGroup(file, 'error_vectors');
  const name = text(vector, 'name');
  if (isNaive(vector['args'])) {
    return group.skip(name, 'a Date is an instant: JavaScript has no datetime without an offset');
  }
  return group.row(
    name,
    async (target) => {
      const namespace = has(vector, 'namespace') ? text(vector, 'namespace') : 'users';
      const operation = has(vector, 'operation') ? text(vector, 'operation') : 'get_user';
      await failsSomehow(() =>
        interopOf(target).key(namespace, operation, taggedList(vector, 'args')),
      );
    },
    ['interop'],
  );
}

function acceptRow(file: string, vector: JsonObject): Row {
  return rowGroup(file, 'reader_accept_vectors').row(
    text(vector, 'name'),
    async (target) => {
      const read = interopOf(target).decode(bytes(vector, 'msgpack_hex'));
      if (has(vector, 'value')) sameItems(read, tagged(vector['value']));
    },
    ['interop'],
  );
}

function rejectRow(file: string, vector: JsonObject): Row {
  return rowGroup(file, 'reader_reject_vectors').row(
    text(vector, 'name'),
    async (target) => {
      await failsSomehow(() => interopOf(target).decode(bytes(vector, 'msgpack_hex')));
    },
    ['interop'],
  );
}

export function aadRow(file: string, vector: JsonObject): Row {
  return rowGroup(file, 'aad_vectors').row(text(vector, 'name'), async (target) => {
    const built = target.hooks.aad(
      text(vector, 'tenant_id'),
      text(vector, 'cache_key'),
      flag(vector, 'compressed'),
    );
    sameBytes(built, bytes(vector, 'aad_hex'), 'AAD');
  });
}

export function encryptionRows(file: string, vector: JsonObject): readonly Row[] {
  const owner = { master: bytes(vector, 'master_key_hex'), tenant: text(vector, 'tenant_id') };
  const group = rowGroup(file, 'encryption_vectors');
  const fingerprint = text(vector, 'derived_key_fingerprint_hex');
  return [
    ...openingRows(file, 'encryption_vectors', owner, vector),
    group.row(`${text(vector, 'name')}: fingerprint`, fingerprintIs(owner, fingerprint)),
    sealedRow(file, owner, vector),
  ];
}

/** Whole numbers are equal whatever their kind, entries in any order, sentinels what they stand for. */
function sameItems(actual: Item, expected: Item): void {
  same(spelled(actual), spelled(expected), 'value');
}

function spelled(item: Item): string {
  switch (item.is) {
    case 'float':
      return Number.isInteger(item.value) ? `${BigInt(item.value)}` : `${item.value}`;
    case 'int':
      return `${item.value}`;
    case 'instant':
      // JavaScript keeps milliseconds of a value.
      return `instant ${item.value / 1000n}`;
    case 'list':
    case 'set':
      return `[${item.items.map(spelled).join()}]`;
    case 'map':
      return sentinel(item.entries) ?? `{${item.entries.map(pair).sort().join()}}`;
    case 'bytes':
    case 'ext':
      return `${item.is} ${hexOf(item.bytes)}`;
    case 'text':
    case 'uuid':
      return JSON.stringify(item.text);
    default:
      return JSON.stringify(item);
  }
}

function pair([key, value]: Entry): string {
  return `${spelled(key)}:${spelled(value)}`;
}

function sentinel(entries: readonly Entry[]): string | null {
  const names = entries.map(([key]) => (key.is === 'text' ? key.text : ''));
  if (names.toSorted().join() !== '__datetime__,value') return null;
  const iso = entries.map(([, value]) => (value.is === 'text' ? value.text : '')).join('');
  return `instant ${Date.parse(iso)}`;
}

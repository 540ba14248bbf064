/**
 * Rows of our service.json and of CacheKit's path-encoding.json and freshness-headers.json: what a
 * client of the cache service puts into URLs and reads from headers (PROTOCOL §10.2, §10.4).
 */
import { failsSomehow, same } from './checks.ts';
import { array, flag, has, type JsonObject, list, number, text, texts } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import type { ConformanceTarget, ServiceClient } from './target.ts';

export function serviceRows(file: string, json: JsonObject): readonly Row[] {
  return [
    ...list(json, 'key_segment').map((vector) => segmentRow(file, 'key_segment', vector)),
    ...list(json, 'refused_key').map((vector) => refusalRow(file, 'refused_key', vector)),
    ...list(json, 'freshness').map((vector) => freshnessRow(file, 'freshness', vector)),
    ...list(json, 'fresh_for').map((vector) => boundRow(file, 'fresh_for', vector)),
  ];
}

export function pathEncodingRows(file: string, json: JsonObject): readonly Row[] {
  return list(json, 'vectors').map((vector) =>
    has(vector, 'reject') && flag(vector, 'reject')
      ? refusalRow(file, 'vectors', vector)
      : segmentRow(file, 'vectors', vector),
  );
}

export function freshnessHeaderRows(file: string, json: JsonObject): readonly Row[] {
  return [
    ...list(json, 'freshness_vectors').map((v) => freshnessRow(file, 'freshness_vectors', v)),
    ...list(json, 'fresh_for_vectors').map((v) => boundRow(file, 'fresh_for_vectors', v)),
  ];
}

/** Read from the path as a URL parser leaves it: what is sent is what the parser makes of it. */
function segmentRow(file: string, group: string, vector: JsonObject): Row {
  const key = text(vector, 'key');
  return rowGroup(file, group).row(
    nameOf(vector, key),
    async (target) => {
      const url = new URL(`https://host/v1/cache/${serviceOf(target).keySegment(key)}/ttl`);
      const [, , , segment = '', rest, ...more] = url.pathname.split('/');
      same([url.search, url.hash, rest, ...more].join(), ',,ttl', 'what is not the segment');
      const encoded = [text(vector, 'encoded'), ...alternates(vector)];
      if (!encoded.includes(segment)) throw new Error(`got ${segment}, expected ${encoded}`);
      same(decodeURIComponent(segment), key, 'the key after one decoding');
    },
    ['service'],
  );
}

function refusalRow(file: string, group: string, vector: JsonObject): Row {
  const key = text(vector, 'key');
  return rowGroup(file, group).row(
    nameOf(vector, key),
    async (target) => {
      await failsSomehow(() => serviceOf(target).keySegment(key));
    },
    ['service'],
  );
}

function freshnessRow(file: string, group: string, vector: JsonObject): Row {
  return rowGroup(file, group).row(
    text(vector, 'name'),
    async (target) => {
      const { stale } = serviceOf(target).freshness(textOrNull(vector, 'value'), null);
      same(stale, flag(vector, 'stale'), 'stale');
    },
    ['service'],
  );
}

function boundRow(file: string, group: string, vector: JsonObject): Row {
  return rowGroup(file, group).row(
    text(vector, 'name'),
    async (target) => {
      const { freshFor } = serviceOf(target).freshness(null, textOrNull(vector, 'value'));
      same(
        freshFor ?? -1,
        vector['fresh_for'] === null ? -1 : number(vector, 'fresh_for'),
        'bound',
      );
    },
    ['service'],
  );
}

function alternates(vector: JsonObject): readonly string[] {
  const member = 'encoded_alternates';
  return has(vector, member) && array(vector, member).length > 0 ? texts(vector, member) : [];
}

function nameOf(vector: JsonObject, key: string): string {
  return has(vector, 'name') ? text(vector, 'name') : JSON.stringify(key);
}

function textOrNull(vector: JsonObject, member: string): string | null {
  return vector[member] === null ? null : text(vector, member);
}

function serviceOf(target: ConformanceTarget): ServiceClient {
  if (target.service === undefined) throw new Error('the target has no service');
  return target.service;
}

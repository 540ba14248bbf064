/** Rows of CacheKit's cache-keys.json: keys that hold names of Python modules (PROTOCOL §1.1). */
import { type JsonObject, list, text } from './json.ts';
import { type Row, rowGroup } from './row.ts';

const REASON = 'keys of auto mode in the form of the Python SDK are made by it only';

export function pythonKeyRows(file: string, json: JsonObject): readonly Row[] {
  return ['vectors', 'error_vectors', 'serializer_object_vectors'].flatMap((name) => {
    const group = rowGroup(file, name);
    return list(json, name).map((vector) => group.skip(text(vector, 'name'), REASON));
  });
}

/** All rows of one vector file, ours or CacheKit's, from its parsed JSON. */
import { aadRows } from './aad.ts';
import { boundsRows } from './bounds.ts';
import { cacheFileRows, fileBackendRows } from './cache-files.ts';
import { decodeBoundsRows } from './decode-bounds.ts';
import { encryptionRows } from './encryption.ts';
import { envelopeRefusalRows, envelopeRows } from './envelopes.ts';
import { blake2bRows, xxh3Rows } from './hashes.ts';
import { interopModeRows } from './interop-mode.ts';
import { interopContainerRows, interopV2Rows } from './interop-v2.ts';
import { type JsonObject, objectFrom } from './json.ts';
import { keyDerivationRows, masterKeyRows } from './key-derivation.ts';
import { keyringRows } from './keyrings.ts';
import { pythonFrameRows } from './python-frame.ts';
import { pythonKeyRows } from './python-keys.ts';
import type { Row } from './row.ts';
import { sealedBlobRows, sealedRefusalRows } from './sealed-blobs.ts';
import { freshnessHeaderRows, pathEncodingRows, serviceRows } from './service.ts';
import { wireFormatRows } from './wire-format.ts';
import { wrapKeyRows } from './wrap-keys.ts';

type RowsOf = (file: string, json: JsonObject) => readonly Row[];

const own: Readonly<Record<string, RowsOf>> = {
  'aad.json': aadRows,
  'key-derivation.json': keyDerivationRows,
  'master-keys.json': masterKeyRows,
  'sealed-blobs.json': sealedBlobRows,
  'sealed-refusals.json': sealedRefusalRows,
  'keyrings.json': keyringRows,
  'envelopes.json': envelopeRows,
  'envelope-refusals.json': envelopeRefusalRows,
  'bounds.json': boundsRows,
  'blake2b.json': blake2bRows,
  'xxh3.json': xxh3Rows,
  'cache-files.json': cacheFileRows,
  'wrap-keys.json': wrapKeyRows,
  'service.json': serviceRows,
  'interop.json': interopModeRows,
  'interop-containers.json': interopContainerRows,
};

const cachekit: Readonly<Record<string, RowsOf>> = {
  'encryption.json': encryptionRows,
  'wire-format.json': wireFormatRows,
  'decode-bounds.json': decodeBoundsRows,
  'python-frame.json': pythonFrameRows,
  'interop-mode.json': interopModeRows,
  'interop-mode.supplement.json': interopModeRows,
  'interop-v2.json': interopV2Rows,
  'path-encoding.json': pathEncodingRows,
  'freshness-headers.json': freshnessHeaderRows,
  'file-backend.json': fileBackendRows,
  'file-backend.supplement.json': fileBackendRows,
  'cache-keys.json': pythonKeyRows,
};

/** Files under test/vectors. */
export const ownFiles: readonly string[] = Object.keys(own);

/** Files that a folder of CacheKit vectors holds. */
export const cachekitFiles: readonly string[] = Object.keys(cachekit);

export function rowsOf(fileName: string, parsedJson: unknown): readonly Row[] {
  const make = own[fileName] ?? cachekit[fileName];
  if (make === undefined) throw new TypeError(`no rows are written for ${fileName}`);
  return make(fileName, objectFrom(parsedJson, fileName));
}

/** Every vector file of ours, made anew. */
import { aadVectors } from './aad-vectors.ts';
import { boundsVectors } from './bounds-vectors.ts';
import { cacheFileVectors } from './cache-file-vectors.ts';
import { envelopeRefusalVectors } from './envelope-refusal-vectors.ts';
import { envelopeVectors } from './envelope-vectors.ts';
import { blake2bVectors, xxh3Vectors } from './hash-vectors.ts';
import { interopContainerVectors } from './interop-container-vectors.ts';
import { interopVectors } from './interop-vectors.ts';
import { keyDerivationVectors } from './key-derivation-vectors.ts';
import { keyringVectors, masterKeyVectors } from './keyring-vectors.ts';
import { sealedRefusalVectors } from './sealed-refusal-vectors.ts';
import { sealedVectors } from './sealed-vectors.ts';
import { serviceVectors } from './service-vectors.ts';
import type { VectorFile } from './vector-file.ts';
import { wrapKeyVectors } from './wrap-key-vectors.ts';

export function allVectorFiles(): readonly VectorFile[] {
  return [
    aadVectors(),
    keyDerivationVectors(),
    masterKeyVectors(),
    sealedVectors(),
    sealedRefusalVectors(),
    keyringVectors(),
    envelopeVectors(),
    envelopeRefusalVectors(),
    boundsVectors(),
    blake2bVectors(),
    xxh3Vectors(),
    cacheFileVectors(),
    wrapKeyVectors(),
    serviceVectors(),
    interopVectors(),
    interopContainerVectors(),
  ];
}

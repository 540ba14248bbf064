import type { EncryptionConfig } from '../api.ts';
import { ConfigurationError } from '../errors.ts';
import { parseMasterKey, parsePreviousMasterKeys } from './master-key.ts';
import { overlay } from './overlay.ts';
import type { KeyOptions } from './preset-options.ts';

const MASTER_KEY = 'CACHEKIT_MASTER_KEY';
const PREVIOUS_MASTER_KEYS = 'CACHEKIT_PREVIOUS_MASTER_KEYS';

/** An environment variable; `undefined` where it is unset or the runtime has none. */
export type Environment = (name: string) => string | undefined;

/**
 * The encryption of the secure preset. Variables are read with every construction, so that a key set
 * after this module was loaded counts; an argument wins, also a wrong one (PROTOCOL §12, PRE-19..21).
 * @throws {ConfigurationError} without a key, or for one that is none: names where it came from
 */
export function secureEncryption(given: KeyOptions, environment: Environment): EncryptionConfig {
  const {
    masterKey: givenKey,
    tenantId,
    previousMasterKeys: givenPrevious,
    onFailure,
    padding,
    hideKeys,
  } = given;
  const [masterKey, keySource] =
    givenKey === undefined ? [keyOf(environment), MASTER_KEY] : [givenKey, 'masterKey'];
  const [previousMasterKeys, previousSource] =
    givenPrevious === undefined
      ? [previousKeysOf(environment), PREVIOUS_MASTER_KEYS]
      : [givenPrevious, 'previousMasterKeys'];
  const current = parseMasterKey(masterKey, keySource);
  const previous = parsePreviousMasterKeys(previousMasterKeys, current, previousSource);
  for (const key of [current, ...previous]) key.fill(0);
  return overlay<EncryptionConfig>(
    { masterKey },
    { tenantId, previousMasterKeys, onFailure, padding, hideKeys },
  );
}

/** An empty variable is as good as an unset one. */
function keyOf(environment: Environment): string {
  const key = environment(MASTER_KEY);
  if (key !== undefined && key !== '') return key;
  throw new ConfigurationError(
    `createCache.secure() needs a master key: pass masterKey or, on Node, set ${MASTER_KEY}; ` +
      'generateKey() makes one',
  );
}

/** A trailing comma is not a key, and spaces around one are not part of it. */
function previousKeysOf(environment: Environment): string[] | undefined {
  const parts = environment(PREVIOUS_MASTER_KEYS)?.split(',') ?? [];
  const keys = parts.map((key) => key.trim()).filter((key) => key !== '');
  return keys.length === 0 ? undefined : keys;
}

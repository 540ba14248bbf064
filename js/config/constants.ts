/** Defaults and limits, under the names that users of the reference SDK import. Imports nothing. */

/** Seconds an entry lives where neither a call nor the cache names a TTL. */
export const DEFAULT_TTL_SECONDS = 3600;

export const DEFAULT_L1_MAX_ENTRIES = 1000;
/** Bytes. */
export const DEFAULT_L1_MAX_MEMORY = 50 * 1024 * 1024;
/** A refresh starts when less than this part of the lifetime is left. */
export const DEFAULT_L1_SWR_THRESHOLD_RATIO = 0.5;
export const DEFAULT_L1_MAX_CONCURRENT_REFRESHES = 10;
/** The threshold is multiplied by a random factor from this on. */
export const SWR_JITTER_MIN = 0.9;
/** How far above `SWR_JITTER_MIN` the factor may be. */
export const SWR_JITTER_RANGE = 0.2;

/** Largest encoded value, bytes. */
export const DEFAULT_MAX_ENCODED_SIZE = 1024 * 1024;
/** Largest stored value after unpacking, bytes. */
export const DEFAULT_MAX_DECODED_SIZE = 10 * 1024 * 1024;
/** Deepest nesting of a value. */
export const DEFAULT_MAX_DEPTH = 100;
/** Most elements of one array or entries of one map. */
export const DEFAULT_MAX_COLLECTION_SIZE = 10_000;

/** Largest encoded arguments of a wrapped call, bytes. */
export const KEY_GEN_MAX_SIZE = 64 * 1024;
/** Deepest nesting of such arguments. */
export const KEY_GEN_MAX_DEPTH = 50;
/** Hex digits at the end of the key of a wrapped call. */
export const CACHE_KEY_HASH_LENGTH = 64;

/** Tries in all, the first included. */
export const DEFAULT_RETRY_MAX_ATTEMPTS = 3;
/** Milliseconds of back-off after the first failure. */
export const DEFAULT_RETRY_BASE_DELAY = 100;
/** Cap of the back-off before jitter, milliseconds. */
export const DEFAULT_RETRY_MAX_DELAY = 5_000;
/** A back-off is multiplied by a random factor from this … */
export const RETRY_JITTER_MIN = 0.5;
/** … to this. */
export const RETRY_JITTER_MAX = 1.5;

/** Failures that open a circuit breaker. */
export const DEFAULT_CB_FAILURE_THRESHOLD = 10;
/** Successful probes that close it. */
export const DEFAULT_CB_SUCCESS_THRESHOLD = 2;
/** Milliseconds it stays open. */
export const DEFAULT_CB_TIMEOUT = 5_000;
/** Probes under way at once while it is half-open. */
export const DEFAULT_CB_HALF_OPEN_MAX_CALLS = 3;
/** Milliseconds a failure counts. */
export const DEFAULT_CB_ROLLING_WINDOW = 60_000;

/** First byte of what an entry is bound to (PROTOCOL §6.5). */
export const AAD_VERSION = 0x03;

/** Bytes of a master key: no fewer, and here no more (PROTOCOL §6.7). */
export const MIN_MASTER_KEY_BYTES = 32;
/** The same in hex digits. */
export const MIN_MASTER_KEY_HEX_LENGTH = 2 * MIN_MASTER_KEY_BYTES;

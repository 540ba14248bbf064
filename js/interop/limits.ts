/** The fixed limits of interop mode. Not options: other SDKs have the same. */
import {
  DEFAULT_MAX_COLLECTION_SIZE,
  DEFAULT_MAX_DECODED_SIZE,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_ENCODED_SIZE,
  KEY_GEN_MAX_DEPTH,
} from '../config/constants.ts';

/** Bytes of an encoded value, and of a call's encoded arguments. */
export const MAX_ENCODED_BYTES = DEFAULT_MAX_ENCODED_SIZE;
/** Bytes of a stored value that is read. */
export const MAX_DECODED_BYTES = DEFAULT_MAX_DECODED_SIZE;
/** Levels of a value; of arguments, whose list is the first. */
export const MAX_VALUE_DEPTH = DEFAULT_MAX_DEPTH;
export const MAX_ARGUMENT_DEPTH = KEY_GEN_MAX_DEPTH;
/** Entries of one array, object or Set. */
export const MAX_ENTRIES = DEFAULT_MAX_COLLECTION_SIZE;

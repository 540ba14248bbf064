import { CachekitError } from '../errors.ts';
import { escapeText } from './escape.ts';

const MAX_NAME_LENGTH = 60;

/**
 * What a log line or a span may say about a failure: the class, and of our own errors the code. The
 * text of a foreign error may hold keys, addresses or values, so none of it is repeated.
 */
export function describeError(error: unknown): string {
  if (error instanceof CachekitError) return `${error.name} ${error.code}`;
  if (typeof error !== 'object' || error === null) return `a thrown ${typeof error}`;
  return escapeText(nameOf(error), MAX_NAME_LENGTH);
}

function nameOf(error: object): string {
  try {
    const name: unknown = Reflect.get(error.constructor, 'name');
    return typeof name === 'string' && name !== '' ? name : 'an unnamed error';
  } catch {
    return 'an unnamed error';
  }
}

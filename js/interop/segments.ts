import { ConfigurationError } from '../errors.ts';

/** `$` without the flag m is the end of the text, not that of a line. */
const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Checks a part of an interop key (PROTOCOL §7.1). It is never made to fit. */
export function requireSegment(
  text: unknown,
  what: 'namespace' | 'operation',
): asserts text is string {
  if (typeof text !== 'string' || !SEGMENT.test(text) || text.includes('..')) {
    throw new ConfigurationError(
      `in interop mode the ${what} must match [a-z0-9][a-z0-9._-]{0,63}, without ".."`,
    );
  }
  if (what === 'namespace' && (text === 'ns' || text === 'nsapi')) {
    throw new ConfigurationError(
      'in interop mode the namespace must not be the reserved "ns" or "nsapi"',
    );
  }
}

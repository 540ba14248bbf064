import { CachekitError, ConfigurationError } from '../errors.ts';
import { contain } from './contain.ts';
import { describeError } from './describe-error.ts';
import { escapeText } from './escape.ts';

/**
 * Receives every line of the library. `message` is one line without control characters. `error` is
 * only ever one of our own; its `cause` may be foreign. What the logger throws or rejects with is
 * swallowed, and the line goes to `console.error` instead.
 */
export type Logger = (message: string, error?: CachekitError) => unknown;

const MAX_LINE_LENGTH = 2000;

let current: Logger | null = null;

/**
 * Sets where the library logs, for all caches of this process or isolate.
 * @param logger `null` restores `console.error`
 * @throws {ConfigurationError} for anything else than a function or `null`
 */
export function setLogger(logger: Logger | null): void {
  if (logger !== null && typeof logger !== 'function') {
    throw new ConfigurationError('setLogger() takes a function, or null for console.error');
  }
  current = logger;
}

/**
 * Logs one line; never throws. `message` names keys by their digest only. Of a foreign `error` just
 * the class is told.
 */
export function log(message: string, error?: unknown): void {
  const line = escapeText(
    error === undefined ? message : `${message}: ${describeError(error)}`,
    MAX_LINE_LENGTH,
  );
  const logger = current;
  if (logger === null) {
    toConsole(line);
    return;
  }
  const own = error instanceof CachekitError ? error : undefined;
  contain(
    () => (own === undefined ? logger(line) : logger(line, own)),
    () => toConsole(line),
  );
}

function toConsole(line: string): void {
  try {
    console.error(line);
  } catch {
    // A console that an application replaced with a throwing one: nowhere is left to tell.
  }
}

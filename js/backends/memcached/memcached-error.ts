import {
  BackendError,
  CachekitError,
  type ErrorClassification,
  ValueTooLargeError,
} from '../../errors.ts';

/** How memjs words the status of an answer that refuses. */
const STATUS = /^MemJS [A-Z]+: (?<status>.*)$/;

const TOO_LARGE = 'Value too large';

const STATUSES = new Map<string, ErrorClassification>([
  ['Authentication error', 'authentication'],
  ['Out of memory', 'transient'],
  ['Internal error', 'transient'],
  ['Busy', 'transient'],
  ['Temporary failure', 'transient'],
  ['Item not stored', 'transient'],
  ['Invalid arguments', 'permanent'],
  ['Unknown command', 'permanent'],
  ['Not supported', 'permanent'],
]);

/** What the server said where it refused; `undefined` for a failure that is no answer. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof Error ? STATUS.exec(error.message)?.groups?.['status'] : undefined;
}

/** A failure of the client as the store reports it. Nothing of the original's text is kept. */
export function memcachedError(error: unknown): CachekitError {
  if (error instanceof CachekitError) return error;
  const refusal = refusalOf(error);
  if (refusal === TOO_LARGE) {
    return new ValueTooLargeError('the value is larger than the Memcached server takes (-I)');
  }
  if (refusal !== undefined) {
    const classification = STATUSES.get(refusal);
    const known = classification === undefined ? 'unknown status' : refusal;
    return new BackendError(
      `Memcached refused the command (${known})`,
      classification ?? 'permanent',
    );
  }
  // memjs fails with a text where the server wants a login.
  if (typeof error === 'string') {
    return new BackendError('Memcached wants a login, which is not supported', 'authentication');
  }
  return new BackendError(
    `Memcached cannot be reached (${systemCode(error) ?? 'no connection'})`,
    'transient',
  );
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

import {
  BackendError,
  CachekitError,
  type ErrorClassification,
  TimeoutError,
} from '../../errors.ts';

/** The first word of an error reply is its code in the Redis protocol; these are handled apart. */
const REPLIES = new Map<string, ErrorClassification>([
  ['NOAUTH', 'authentication'],
  ['WRONGPASS', 'authentication'],
  ['NOPERM', 'authentication'],
  ['DENIED', 'authentication'],
  ['LOADING', 'transient'],
  ['READONLY', 'transient'],
  ['CLUSTERDOWN', 'transient'],
  ['TRYAGAIN', 'transient'],
  ['MASTERDOWN', 'transient'],
  ['NOREPLICAS', 'transient'],
  ['BUSY', 'transient'],
  ['MISCONF', 'transient'],
  ['OOM', 'transient'],
  ['WRONGTYPE', 'permanent'],
  ['CROSSSLOT', 'permanent'],
  ['MOVED', 'permanent'],
  ['NOPROTO', 'permanent'],
  ['ERR', 'permanent'],
]);

/** The one `ERR` that passes; it has no code of its own. */
const TOO_MANY_CLIENTS = 'ERR max number of clients';

/** What Node says of a certificate it does not trust. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** The code of an error reply; `undefined` for a failure that is none. */
export function replyCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^[A-Z]{2,}(?= |$)/.exec(error.message)?.[0];
}

/**
 * A failure of the client as the store reports it. Nothing of the original is kept: error replies and
 * ioredis quote keys and values.
 */
export function redisError(error: unknown): CachekitError {
  if (error instanceof CachekitError) return error;
  const reply = replyCode(error);
  if (reply !== undefined) return refusal(reply, error);
  const code = systemCode(error);
  if (code === 'ETIMEDOUT') return new TimeoutError('the connection to Redis timed out');
  if (code !== undefined && UNTRUSTED.test(code)) {
    return new BackendError(`the certificate of Redis is not trusted (${code})`, 'authentication');
  }
  return new BackendError(`Redis cannot be reached (${code ?? 'no connection'})`, 'transient');
}

function refusal(code: string, error: unknown): BackendError {
  const known = REPLIES.has(code) ? code : 'unknown code';
  const passing = error instanceof Error && error.message.startsWith(TOO_MANY_CLIENTS);
  const classification = passing ? 'transient' : (REPLIES.get(code) ?? 'permanent');
  const advice = code === 'MOVED' ? '; it is a cluster: pass a client for clusters' : '';
  return new BackendError(`Redis refused the command (${known})${advice}`, classification);
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

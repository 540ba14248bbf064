/** What an answer other than the expected one means (PROTOCOL §10.7). */
import {
  BackendError,
  type CachekitError,
  type ErrorClassification,
  ValueTooLargeError,
} from '../../errors.ts';
import { escapeText } from '../../log/escape.ts';

/** An answer that was not expected, and who asked for it. */
export interface RefusedAnswer {
  /** What the service was to do. */
  readonly action: string;
  readonly status: number;
  readonly contentType: string | null;
  /** `null` where it was longer than `MAX_ERROR_BODY_BYTES` or could not be read. */
  readonly body: Uint8Array | null;
  /** Texts that no error may repeat: the API key, the cache key, a lock's token. */
  readonly secrets: readonly string[];
}

/** Longer bodies are no messages of the service. Read whole, so that no secret is cut in two. */
export const MAX_ERROR_BODY_BYTES = 4096;

const MAX_EXCERPT_LENGTH = 200;

const HINTS: Readonly<Record<number, string>> = {
  401: '; check apiKey',
  403: '; this API key may not do it',
};

export function statusError(answer: RefusedAnswer): CachekitError {
  const { action, status } = answer;
  if (status === 413) {
    return new ValueTooLargeError('the cache service refused the value as too large (HTTP 413)');
  }
  const hint = HINTS[status] ?? '';
  const excerpt = excerptOf(answer);
  const said = excerpt === '' ? '' : `: ${excerpt}`;
  return new BackendError(
    `the cache service did not ${action} (HTTP ${status})${hint}${said}`,
    classifyStatus(status),
  );
}

export function classifyStatus(status: number): ErrorClassification {
  if (status === 401 || status === 403) return 'authentication';
  return status === 408 || status === 429 || status >= 500 ? 'transient' : 'permanent';
}

/** Only of texts: other bodies may be a value that is sent back. */
function excerptOf({ contentType, body, secrets }: RefusedAnswer): string {
  if (body === null || !/^(application\/json|text\/plain)\b/i.test(contentType ?? '')) return '';
  let text = new TextDecoder().decode(body);
  for (const secret of spellings(secrets)) text = text.replaceAll(secret, '***');
  return escapeText(text.trim(), MAX_EXCERPT_LENGTH);
}

/** As they are, in a URL, in JSON; the longest first, of which another may be a part. */
function spellings(secrets: readonly string[]): string[] {
  const spelled = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return spelled.sort((one, other) => other.length - one.length);
}

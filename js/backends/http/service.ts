import { BackendError, TimeoutError } from '../../errors.ts';
import { readBody } from './body.ts';
import { Deadline } from './deadline.ts';
import type { ServiceOptions } from './options.ts';
import { MAX_ERROR_BODY_BYTES, statusError } from './status-error.ts';
import { l1Headers, sessionHeaders } from './telemetry.ts';

/** One request to the service. */
export interface ServiceCall {
  /** What the service is to do, for errors: "read an entry". */
  readonly action: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST' | 'PATCH';
  /** Below `/v1/cache/`, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** Statuses that are no failure. */
  readonly accepts: readonly number[];
  /** Most bytes to read of the body of a 200; left out where nothing in it matters. */
  readonly maxBytes?: number;
  /** What errors must not repeat, beside the API key. */
  readonly secrets: readonly string[];
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  /**
   * `null` for one that is longer than `maxBytes`. Where the status is not 200 or no `maxBytes` was
   * given: what little could be read, else `null`.
   */
  readonly body: Uint8Array | null;
}

/** Speaks HTTP with the service: one attempt for each call, nothing retried, no redirect followed. */
export class Service {
  readonly #options: ServiceOptions;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /**
   * @throws {BackendError} classified for the retry policy
   * @throws {TimeoutError} when the attempt, its body included, takes too long
   * @throws {ValueTooLargeError} for a 413 from any hop (API-45)
   */
  async send(call: ServiceCall): Promise<ServiceAnswer> {
    const answer = await this.#exchange(call);
    if (call.accepts.includes(answer.status)) return answer;
    throw statusError({
      action: call.action,
      status: answer.status,
      contentType: answer.headers.get('Content-Type'),
      body: answer.body,
      secrets: [this.#options.apiKey, ...call.secrets],
    });
  }

  async #exchange(call: ServiceCall): Promise<ServiceAnswer> {
    const deadline = new Deadline(this.#options.timeout, call.action);
    try {
      const response = await reached(call, deadline.wait(this.#fetch(call, deadline.signal)));
      refuseRedirect(response);
      const body = await bodyOf(call, response, deadline);
      deadline.end();
      return { status: response.status, headers: response.headers, body };
    } catch (error) {
      deadline.abandon();
      throw error;
    }
  }

  async #fetch(call: ServiceCall, signal: AbortSignal): Promise<Response> {
    const { apiKey, apiUrl, metricsProvider } = this.#options;
    const { method, path, body = null } = call;
    return await fetch(new URL(`${apiUrl}/v1/cache/${path}`), {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'User-Agent': 'sealcache',
        ...sessionHeaders(),
        ...l1Headers(metricsProvider),
        ...call.headers,
      },
      body,
      // Not 'error', which workerd does not know.
      redirect: 'manual',
      signal,
    });
  }
}

/** A redirect would carry the API key to a place that nobody has checked (B30). */
function refuseRedirect({ status }: Response): void {
  // Browsers hide a redirect's status behind 0.
  if (status !== 0 && (status < 300 || status > 399)) return;
  throw new BackendError(
    'the cache service answered with a redirect, which is never followed; check apiUrl',
    'permanent',
  );
}

async function bodyOf(
  call: ServiceCall,
  response: Response,
  deadline: Deadline,
): Promise<Uint8Array | null> {
  const { maxBytes } = call;
  if (maxBytes === undefined || response.status !== 200) return await drain(response, deadline);
  return await reached(call, readBody(response, maxBytes, deadline));
}

/**
 * The body of an answer whose status says everything. Read all the same, since only then the
 * connection can be used again; whether that succeeds does not matter.
 */
async function drain(response: Response, deadline: Deadline): Promise<Uint8Array | null> {
  try {
    return await readBody(response, MAX_ERROR_BODY_BYTES, deadline);
  } catch {
    return null;
  }
}

/** Whatever `fetch` rejects with, the connection failed. */
async function reached<T>({ action }: ServiceCall, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TimeoutError) throw error;
    throw new BackendError(
      `the connection to the cache service failed, which did not ${action}`,
      'transient',
      { cause: error },
    );
  }
}

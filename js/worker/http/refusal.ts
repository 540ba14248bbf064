import { type HeaderFields, json } from './answer.ts';

/** A request that ends with a status of its own. The message says what to do and quotes nothing. */
export class Refusal extends Error {
  readonly #status: number;
  readonly #headers: HeaderFields;

  constructor(status: number, message: string, headers: HeaderFields = {}) {
    super(message);
    this.#status = status;
    this.#headers = headers;
  }

  response(method: string): Response {
    const response = json({ error: this.message }, this.#status, this.#headers);
    if (method !== 'HEAD') return response;
    return new Response(null, { status: this.#status, headers: response.headers });
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'no such entry');
}

/** What will pass by itself; the client may ask again (PROTOCOL §10.7). */
export function unavailable(message: string): Refusal {
  return new Refusal(503, message, { 'Retry-After': '1' });
}

import type { Status } from './status.ts';

/** Asks the service with one API key, which is kept here and nowhere else. */
export class ServiceClient {
  readonly #apiKey: string;

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  async status(): Promise<Status> {
    const answer = await this.#ask('/v1/status');
    // Our own service, of the same version as this page.
    const status: Status = await answer.json();
    return status;
  }

  /** The bytes of an entry; `null` where there is none. */
  async value(key: string): Promise<Uint8Array | null> {
    const answer = await this.#ask(`/v1/cache/${encodeURIComponent(key)}`, [404]);
    return answer.status === 404 ? null : new Uint8Array(await answer.arrayBuffer());
  }

  async #ask(path: string, accepts: readonly number[] = []): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#apiKey}`, 'X-CacheKit-L1-Status': 'disabled' };
    const answer = await fetch(path, { headers, redirect: 'error', cache: 'no-store' });
    if (answer.ok || accepts.includes(answer.status)) return answer;
    throw new Error(
      answer.status === 401 ? 'this API key is not known' : `the service answered ${answer.status}`,
    );
  }
}

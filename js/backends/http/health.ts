import { CachekitError } from '../../errors.ts';
import { MAX_JSON_BYTES } from './entry-calls.ts';
import { countsOf, type ServiceCounts } from './json-answer.ts';
import type { Service } from './service.ts';

export interface ServiceHealth extends ServiceCounts {
  readonly healthy: boolean;
  /** Milliseconds until the answer, or until it was clear that there is none. */
  readonly latencyMs: number;
  /** Why it is not healthy. */
  readonly error?: CachekitError;
}

/** Never rejects for a service that is not well. */
export async function askHealth(service: Service): Promise<ServiceHealth> {
  const begun = performance.now();
  try {
    const { body } = await service.send({
      action: 'tell its health',
      method: 'GET',
      path: 'health',
      accepts: [200],
      maxBytes: MAX_JSON_BYTES,
      secrets: [],
    });
    const latencyMs = performance.now() - begun;
    return { healthy: true, latencyMs, ...countsOf(body) };
  } catch (error) {
    if (!(error instanceof CachekitError)) throw error;
    return { healthy: false, latencyMs: performance.now() - begun, error };
  }
}

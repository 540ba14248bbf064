import { Refusal } from '../http/refusal.ts';
import type { Identity } from './authenticate.ts';

const STATUSES = ['hit', 'miss', 'disabled'];

/** SDKs say with every request how their own memory did (API-1). @throws {Refusal} 400 */
export function requireL1Status({ headers }: Request, { scope }: Identity): void {
  if (scope !== 'sdk' || STATUSES.includes(headers.get('X-CacheKit-L1-Status') ?? '')) return;
  throw new Refusal(400, `with this API key X-CacheKit-L1-Status must be ${STATUSES.join(' or ')}`);
}

import { Refusal } from '../http/refusal.ts';
import type { Scope } from './key-format.ts';

/** What each class of API key may not change (PROTOCOL §1.4); reading is open to all. */
const FOREIGN: Readonly<Record<Scope, string | null>> = { sdk: 'nsapi:', api: 'ns:', live: null };

/** @throws {Refusal} 403 */
export function requireWriteScope(method: string, key: string, scope: Scope): void {
  if (method === 'GET' || method === 'HEAD') return;
  const foreign = FOREIGN[scope];
  if (foreign === null || !key.startsWith(foreign)) return;
  throw new Refusal(403, `this class of API key may not change keys that begin with ${foreign}`);
}

import { fromHex } from '../../config/hex.ts';
import { Refusal, unavailable } from '../http/refusal.ts';
import { parseApiKey, type Scope } from './key-format.ts';
import { keyHash, readRecord, recordName } from './key-record.ts';

/** Who asks. */
export interface Identity {
  readonly tenant: string;
  readonly scope: Scope;
  readonly keyId: string;
}

/**
 * Finds out whose API key a request carries. KV answers from the nearest place that knows the record,
 * so that a key that was revoked may be taken for up to a minute.
 * @throws {Refusal} 401 only for a key that is known to be wrong; 503 where the records cannot be asked
 */
export async function authenticate(request: Request, records: KVNamespace): Promise<Identity> {
  const [, apiKey = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const parsed = parseApiKey(apiKey);
  // What cannot be a key costs no look-up.
  if (parsed === null) throw unknownKey();
  const stored = await recordOf(parsed.id, records);
  if (stored === null) throw unknownKey();
  const record = readRecord(stored);
  if (record === null) throw unavailable('the record of this API key cannot be read');
  const { tenant, scope, salt, hash } = record;
  const expected = fromHex(hash);
  if (!crypto.subtle.timingSafeEqual(await keyHash(salt, apiKey), expected)) throw unknownKey();
  return { tenant, scope, keyId: parsed.id };
}

async function recordOf(id: string, records: KVNamespace): Promise<unknown> {
  try {
    return await records.get(recordName(id), 'json');
  } catch {
    throw unavailable('API keys cannot be checked at the moment');
  }
}

function unknownKey(): Refusal {
  return new Refusal(401, 'send a valid API key as "Authorization: Bearer …"', {
    'WWW-Authenticate': 'Bearer',
  });
}

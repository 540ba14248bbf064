/** Subkeys of a tenant (PROTOCOL §6.3). */
import { bigEndian, concat, utf8 } from './bytes.ts';
import { hkdfSha256 } from './hkdf.ts';
import { refuse } from './protocol-error.ts';

export function deriveKey(master: Uint8Array, domain: string, tenant: string): Uint8Array {
  const domainBytes = utf8(domain);
  const tenantBytes = utf8(tenant);
  if (master.length !== 32) refuse('kInvalidKeyLength');
  if (tenantBytes.length < 1 || tenantBytes.length > 1024) refuse('kInvalidTenant');
  if (domainBytes.length < 1 || domainBytes.length > 255) refuse('kInvalidDomain');
  const salt = concat(
    utf8('cachekit_v1_'),
    bigEndian(domainBytes.length, 1),
    domainBytes,
    bigEndian(tenantBytes.length, 2),
    tenantBytes,
  );
  return hkdfSha256(master, salt, domainBytes, 32);
}

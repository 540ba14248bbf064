import { ConfigurationError } from '../errors.ts';

/** Used for HKDF and AAD alike when no tenant is given (PROTOCOL §6.4). */
const DEFAULT_TENANT_ID = 'default';

const MAX_TENANT_BYTES = 1024;

/**
 * The tenant that keys are derived for and entries are bound to: 1–1024 bytes of UTF-8.
 * @throws {ConfigurationError}
 */
export function resolveTenantId(tenantId: unknown, option: string): string {
  if (tenantId === undefined) return DEFAULT_TENANT_ID;
  if (typeof tenantId !== 'string' || tenantId === '' || !tenantId.isWellFormed()) {
    throw new ConfigurationError(
      `${option} must be a non-empty string without lone surrogates; leave it out for "${DEFAULT_TENANT_ID}"`,
    );
  }
  if (new TextEncoder().encode(tenantId).length > MAX_TENANT_BYTES) {
    throw new ConfigurationError(`${option} must be at most ${MAX_TENANT_BYTES} bytes of UTF-8`);
  }
  return tenantId;
}

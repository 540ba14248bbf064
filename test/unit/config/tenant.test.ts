import { describe, expect, test } from 'vitest';
import { resolveTenantId } from '../../../js/config/tenant.ts';
import { ConfigurationError } from '../../../js/errors.ts';

describe('tenantId', () => {
  test('B2: is "default" when left out, for derivation and AAD alike', () => {
    expect(resolveTenantId(undefined, 't')).toBe('default');
  });

  test.each(['a', 'Zürich', 'x'.repeat(1024), 'é'.repeat(512)])('takes %s', (tenant) => {
    expect(resolveTenantId(tenant, 't')).toBe(tenant);
  });

  test.each([
    ['empty', ''],
    ['null', null],
    ['a number', 3],
    ['a lone surrogate', '\ud800'],
    ['1025 bytes', 'x'.repeat(1025)],
    ['1026 bytes in 513 characters', 'é'.repeat(513)],
  ])('B50: refuses %s', (_name, tenant) => {
    expect(() => resolveTenantId(tenant, 'tenantId')).toThrow(ConfigurationError);
  });
});

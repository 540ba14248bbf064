import { describe, expect, it } from 'vitest';
import { CircuitBreakerOpenError, ConfigurationError } from '../../../js/errors.ts';
import { withDegradation, withDegradationFn } from '../../../js/reliability/degradation.ts';
import { down, failing } from './helpers.ts';

const succeed = async (): Promise<string | null> => 'value';

describe('withDegradation', () => {
  it('gives the result, or the fallback where there is none', async () => {
    expect(await withDegradation(succeed, null)).toBe('value');
    expect(await withDegradation(failing(), null)).toBeNull();
    expect(await withDegradation(failing(new CircuitBreakerOpenError('x')), null)).toBeNull();
    expect(await withDegradation(failing('text'), null)).toBeNull();
  });

  it('falls back when the operation throws before it returns a promise', async () => {
    const operation = (): Promise<string> => {
      throw down();
    };
    expect(await withDegradation(operation, 'fallback')).toBe('fallback');
  });

  it("does not hide a caller's mistake", async () => {
    const call = withDegradation(failing(new ConfigurationError('bad ttl')), null);
    await expect(call).rejects.toThrow(ConfigurationError);
  });

  it('does not hide that the caller aborted', async () => {
    const reason = new Error('not needed');
    const signal = AbortSignal.abort(reason);
    await expect(withDegradation(failing(reason), null, signal)).rejects.toBe(reason);
    const alive = new AbortController().signal;
    expect(await withDegradation(failing(reason), null, alive)).toBeNull();
  });
});

describe('withDegradationFn', () => {
  it('makes the fallback from the failure', async () => {
    const name = (error: Error) => error.message;
    expect(await withDegradationFn<string | null>(succeed, name)).toBe('value');
    expect(await withDegradationFn<string>(failing(), name)).toBe('down: transient');
    expect(await withDegradationFn<string>(failing(), async (error) => error.message)).toBe(
      'down: transient',
    );
  });

  it('hands on what the fallback throws', async () => {
    const call = withDegradationFn(failing(), () => {
      throw new Error('no fallback');
    });
    await expect(call).rejects.toThrow('no fallback');
  });
});

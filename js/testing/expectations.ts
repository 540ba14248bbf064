/** What tests expect. Each takes what it is about, in words that follow "expected". */
import { BackendError, ConfigurationError, TimeoutError } from '../errors.ts';
import { ComplianceError } from './compliance-error.ts';
import { show } from './show.ts';

/** @throws {ComplianceError} unless it is just this */
export function expectSame(
  what: string,
  actual: unknown,
  expected: string | number | boolean | null | undefined,
): void {
  if (!Object.is(actual, expected)) failed(`${what} to give ${show(expected)}`, actual);
}

/** @throws {ComplianceError} unless it is true; `actual` is what came */
export function expectThat(what: string, holds: boolean, actual: unknown): void {
  if (!holds) failed(what, actual);
}

/** @throws {ComplianceError} unless it is a plain `Uint8Array` of just these bytes */
export function expectBytes(what: string, actual: unknown, expected: Uint8Array): void {
  if (!(actual instanceof Uint8Array)) failed(`${what} to give ${show(expected)}`, actual);
  if (Object.getPrototypeOf(actual) !== Uint8Array.prototype) {
    failed(`${what} to give a plain Uint8Array, no class of its own`, actual.constructor.name);
  }
  if (actual.length !== expected.length) failed(`${what} to give ${show(expected)}`, actual);
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  if (at >= 0) failed(`${what} to give ${expected[at]} as byte ${at}`, actual[at]);
}

/** As `expectBytes` for each; `null` stands for a miss. */
export function expectAllBytes(
  what: string,
  actual: readonly unknown[] | undefined,
  expected: readonly (Uint8Array | null)[],
): void {
  if (actual?.length !== expected.length) failed(`${what} to give ${expected.length}`, actual);
  for (const [i, bytes] of expected.entries()) {
    const each = `${what}, at ${i} of ${expected.length},`;
    if (bytes !== null) expectBytes(each, actual[i], bytes);
    else if (actual[i] !== null) failed(`${each} to give null`, actual[i]);
  }
}

/** @returns what it rejects with */
export async function rejectionOf(what: string, work: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await work();
  } catch (error) {
    if (error instanceof ComplianceError) throw error;
    return error;
  }
  return failed(`${what} to reject`, `the answer ${show(answer)}`);
}

/** @throws {ComplianceError} unless it is refused with a `ConfigurationError` */
export async function expectRefusal(what: string, work: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(`${what} with a ConfigurationError`, work);
  if (!(error instanceof ConfigurationError)) {
    failed(`${what} to reject with a ConfigurationError`, error);
  }
}

/** @throws {ComplianceError} unless it rejects as a closed store does */
export async function expectClosed(what: string, work: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(`${what} after close()`, work);
  if (!(error instanceof BackendError) || error.classification !== 'permanent') {
    failed(`${what} after close() to reject with a BackendError that is 'permanent'`, error);
  }
}

/**
 * @param secret what the message must not hold
 * @throws {ComplianceError} unless it rejects in a way that says how the store failed
 */
export async function expectFault(
  what: string,
  secret: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const error = await rejectionOf(what, work);
  if (!(error instanceof BackendError || error instanceof TimeoutError)) {
    failed(
      `${what} to reject with a BackendError, which has a classification, or a TimeoutError`,
      error,
    );
  }
  if (String(error).includes(secret)) failed(`${what} to keep the key out of its error`, error);
}

function failed(expected: string, actual: unknown): never {
  const cause = actual instanceof Error ? { cause: actual } : {};
  throw new ComplianceError(`expected ${expected}; got ${show(actual)}`, cause);
}

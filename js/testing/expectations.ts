/** What tests expect. Each takes what it is about, in words that follow "expected". */
import { BackendError, ConfigurationError } from '../errors.ts';
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

/**
 * @param actual what came, where that tells more
 * @throws {ComplianceError} unless it holds
 */
export function expectThat(what: string, holds: boolean, actual?: unknown): void {
  if (holds) return;
  if (actual === undefined) throw new ComplianceError(`expected ${what}`);
  failed(what, actual);
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
  if (actual?.length !== expected.length) {
    failed(`${what} to give ${expected.length} answers`, actual);
  }
  for (const [i, bytes] of expected.entries()) {
    const each = `${what}, at ${i} of ${expected.length},`;
    if (bytes !== null) expectBytes(each, actual[i], bytes);
    else if (actual[i] !== null) failed(`${each} to give null`, actual[i]);
  }
}

/**
 * @param how the error it is to reject with
 * @throws {ComplianceError} unless it rejects with that
 */
export async function expectRejection(
  what: string,
  how: string,
  isRight: (error: unknown) => boolean,
  work: () => Promise<unknown>,
): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await work();
  } catch (error) {
    if (error instanceof ComplianceError) throw error;
    if (isRight(error)) return error;
    failed(`${what} to reject with ${how}`, error);
  }
  throw new ComplianceError(
    `expected ${what} to reject with ${how}; it resolved to ${show(answer)}`,
  );
}

export async function expectRefusal(what: string, work: () => Promise<unknown>): Promise<void> {
  const isRight = (error: unknown): boolean => error instanceof ConfigurationError;
  await expectRejection(what, 'a ConfigurationError', isRight, work);
}

export async function expectClosed(what: string, work: () => Promise<unknown>): Promise<void> {
  const isRight = (error: unknown): boolean =>
    error instanceof BackendError && error.classification === 'permanent';
  await expectRejection(
    `${what} after close()`,
    "a BackendError that is 'permanent'",
    isRight,
    work,
  );
}

function failed(expected: string, actual: unknown): never {
  const cause = actual instanceof Error ? { cause: actual } : {};
  throw new ComplianceError(`expected ${expected}; got ${show(actual)}`, cause);
}

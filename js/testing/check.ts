/** One test: fails where the store does not do what it must. */
import type { Backend } from '../backends/backend.ts';
import { ComplianceError } from './compliance-error.ts';
import { show } from './show.ts';
import type { ResolvedSubject } from './resolve-subject.ts';
import { Time } from './time.ts';
import { watched } from './watched.ts';

/** What a test works with. */
export interface Opened {
  /** Fresh and empty. Each operation fails the test when it does not end in time. */
  readonly store: Backend;
  readonly time: Time;
}

export type Check = (opened: Opened) => Promise<void>;

/** Runs a test on a store of its own, and closes and removes that whatever comes of it. */
export async function runCheck(subject: ResolvedSubject, check: Check): Promise<void> {
  const time = new Time(subject.time);
  const errors: unknown[] = [];
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      errors.push(error instanceof ComplianceError ? error : unexpected(error));
    }
  };
  await attempt(async () => {
    const store = watched(await subject.create(time.now), subject.operationTimeoutMs);
    await attempt(() => check({ store, time }));
    await attempt(() => store.close());
  });
  await attempt(() => subject.cleanup());
  const [error, ...others] = errors;
  if (errors.length === 0) return;
  if (others.length === 0) throw error;
  throw new ComplianceError(errors.map(show).join('; then '), { cause: error });
}

function unexpected(error: unknown): ComplianceError {
  return new ComplianceError(`expected no failure; got ${show(error)}`, { cause: error });
}

/** The store, seen to have what its subject declares. */
export function storeAs<T extends Backend>(
  store: Backend,
  isOne: (store: Backend) => store is T,
): T {
  if (!isOne(store)) throw new ComplianceError('expected the store to have all that it supports');
  return store;
}

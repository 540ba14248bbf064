import { BackendError } from '../errors.ts';

/**
 * Asks a store of the platform. Its own error texts can quote keys, so the message names only the store and
 * what it was asked.
 * @param what such as "R2 failed to read an entry"
 * @throws {BackendError} `transient`
 */
export async function callStore<T>(what: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new BackendError(what, 'transient', { cause: error });
  }
}

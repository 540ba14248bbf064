import type { Backend } from '../backends/backend.ts';
import { ConfigurationError } from '../errors.ts';
import { expectRefusal, expectThat } from './expectations.ts';
import { basicOperations } from './operations.ts';

/**
 * Whether the store takes the key. One that `validateKey` refuses must be refused by the operations, too.
 */
export async function keyAccepted(store: Backend, key: string): Promise<boolean> {
  try {
    store.validateKey?.(key);
    return true;
  } catch (error) {
    const named = `the key ${JSON.stringify(key)}, which validateKey() refuses,`;
    expectThat(
      `validateKey() to throw a ConfigurationError for ${named}`,
      error instanceof ConfigurationError,
      error,
    );
    for (const [name, call] of basicOperations(store, key)) {
      await expectRefusal(`${name} of ${named}`, call);
    }
    return false;
  }
}

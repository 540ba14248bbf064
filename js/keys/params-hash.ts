import type { Core, MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import { generateParamsHash as hashArguments, type KeyFormat } from './wrap-key.ts';

/**
 * The hash part of the key that a function without a registered name has: 64 hex digits. Given in the
 * call where the core is there, else as a promise; `await` fits both.
 * @throws {ConfigurationError} for arguments that can have no key; names their place
 * @throws {ValueTooLargeError} over 64 KiB encoded, 50 levels or 10,000 entries of one collection
 */
export function generateParamsHash(
  loadCore: () => MaybePromise<Core>,
  args: readonly unknown[],
  format?: KeyFormat,
): MaybePromise<string> {
  const core = loadCore();
  const hash = (ready: Core): string =>
    hashArguments(args, (bytes) => ready.blake2bHex(bytes, 32), format);
  return isThenable(core) ? core.then(hash) : hash(core);
}

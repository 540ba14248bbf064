import { BackendError, CachekitError } from '../errors.ts';

/** The code of a failed system call; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Trying again cannot help with these. A full disk is one of them: it stays full for longer than
 * retries last, and a breaker that opened for it would stop reading as well, which still works.
 */
const PERMANENT = [
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
];

/** A failed system call as the store reports it; the message names the call and its code only. */
export function fileError(action: string, error: unknown): CachekitError {
  if (error instanceof CachekitError) return error;
  const code = systemCode(error) ?? 'unknown error';
  return new BackendError(
    `the file backend failed to ${action} (${code})`,
    PERMANENT.includes(code) ? 'permanent' : 'transient',
    { cause: error },
  );
}

/** Runs `work`; whatever it throws becomes one of our errors. */
export async function attempt<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(action, error);
  }
}

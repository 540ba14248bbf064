import { BackendError } from '../errors.ts';

/** The code of a failed system call; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Trying again cannot help with these. */
const PERMANENT = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'];

/** A failed system call as the store reports it; the message names the call and its code only. */
export function fileError(action: string, error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const code = systemCode(error) ?? 'unknown error';
  return new BackendError(
    `the file backend failed to ${action} (${code})`,
    PERMANENT.includes(code) ? 'permanent' : 'transient',
    { cause: error },
  );
}

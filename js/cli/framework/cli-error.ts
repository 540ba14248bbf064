/** What the caller has to change in the command; the message is all they need. */
export class UsageError extends Error {}

/** A file that cannot be read or written. */
export class FileError extends Error {
  /** @param path as the caller gave it */
  constructor(action: string, path: string, error: unknown) {
    super(`cannot ${action} ${path} (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return 'unknown error';
}

/** A stable code of ours, or the bare word for anything foreign: no text of an error. */
export function errorType(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) {
    const { code } = error;
    if (typeof code === 'string' && /^ERR_[A-Z_]{1,40}$/.test(code)) return code;
  }
  return 'foreign';
}

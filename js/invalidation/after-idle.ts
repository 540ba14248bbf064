/**
 * Calls back after so long, without keeping a process alive where the runtime can do that.
 * @returns what prevents it
 */
export function afterIdle(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  const handle: unknown = timer;
  if (typeof handle === 'object' && handle !== null && 'unref' in handle) {
    if (typeof handle.unref === 'function') handle.unref();
  }
  return () => clearTimeout(timer);
}

/**
 * Whether a value must be awaited. Decided by its `then`, never by `instanceof Promise`: promises of
 * other realms and libraries count, a replaced global `Promise` does not confuse it, and a
 * `Uint8Array` never does. A `then` getter that throws is the caller's error and propagates.
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  const candidate: { readonly then?: unknown } = value;
  return typeof candidate.then === 'function';
}

import { TimeoutError } from '../../errors.ts';
import { after } from '../../reliability/clock.ts';

/**
 * Gives work so much time. What it does later is nobody's concern any more.
 * @param work gets a signal that aborts at the deadline
 * @param expired called at the deadline, before the signal
 * @throws {TimeoutError} at the deadline
 */
export async function inTime<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  expired: () => void = () => {},
): Promise<T> {
  const controller = new AbortController();
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const cancel = after(milliseconds, () => {
    reject(new TimeoutError(`Redis did not answer in ${milliseconds} ms`));
    expired();
    controller.abort();
  });
  try {
    return await Promise.race([work(controller.signal), limit]);
  } finally {
    cancel();
  }
}

import { BackendError, CachekitError, ConfigurationError, TimeoutError } from '../../errors.ts';
import { describeError } from '../../log/describe-error.ts';
import { FileError, UsageError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';

export interface Failure {
  readonly status: number;
  /** Holds no secret: of foreign errors only the class is told. */
  readonly message: string;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError || error instanceof ConfigurationError) {
    return { status: EXIT.usage, message: error.message };
  }
  if (
    error instanceof FileError ||
    error instanceof BackendError ||
    error instanceof TimeoutError
  ) {
    return { status: EXIT.unreachable, message: error.message };
  }
  if (error instanceof CachekitError) return { status: EXIT.no, message: error.message };
  return { status: EXIT.internal, message: `unexpected: ${describeError(error)}` };
}

import { ConfigurationError } from '../errors.ts';
import { isTracing, noTracing, type Tracing } from './tracing.ts';

/** `true`: through the application's own `@opentelemetry/api`, on Node. */
export type TracingOption = boolean | Tracing;

/**
 * The tracing of a cache.
 * @param open what `true` stands for; `undefined` on a runtime that cannot look for the package
 * @throws {ConfigurationError}
 */
export function resolveTracing(
  option: TracingOption | undefined,
  open: (() => Tracing) | undefined,
): Tracing {
  if (option === undefined || option === false) return noTracing;
  if (isTracing(option)) return option;
  if (option === true && open !== undefined) return open();
  throw new ConfigurationError(
    'tracing must be true (on Node), false, or new OpenTelemetryTracing(tracer)',
  );
}

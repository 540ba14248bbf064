import { hasMethods } from '../config/has-methods.ts';
import { ConfigurationError } from '../errors.ts';
import type { MetricsConfig } from './config.ts';
import type { MetricsSink } from './sink.ts';

/** `true`: prom-client with its defaults. A sink receives everything itself. */
export type MetricsOption = boolean | MetricsConfig | MetricsSink;

/** Makes metrics through prom-client; `undefined` on a runtime without it. */
export type OpenMetrics = ((config: MetricsConfig) => MetricsSink) | undefined;

/**
 * The sink of a cache, `undefined` where metrics are off.
 * @throws {ConfigurationError} for what is no metrics, or for prom-client where there is none
 */
export function resolveMetrics(
  option: MetricsOption | undefined,
  open: OpenMetrics,
): MetricsSink | undefined {
  if (option === undefined || option === false) return undefined;
  if (isSink(option)) return option;
  if (open === undefined) {
    throw new ConfigurationError(
      'metrics through prom-client need Node; leave the option metrics out, or pass a MetricsSink',
    );
  }
  return open(option === true ? {} : option);
}

function isSink(option: MetricsOption): option is MetricsSink {
  return hasMethods(option, ['operation', 'hit', 'miss', 'error', 'l1', 'breaker', 'close']);
}

import type { MetricsConfig } from './config.ts';
import { NoopMetrics } from './noop.ts';
import { PrometheusMetrics } from './prometheus.ts';

/**
 * `PrometheusMetrics` with the application's own prom-client. Node only: a bundler for Workers would
 * look for a package that need not be there.
 */
export class CacheMetrics extends PrometheusMetrics {
  /** @throws {ConfigurationError} for a wrong `config` */
  constructor(config: MetricsConfig = {}) {
    super(config, () => import('prom-client'));
  }
}

/** Metrics for one cache, or none. */
export function createMetrics(
  enabled: boolean,
  config?: MetricsConfig,
): CacheMetrics | NoopMetrics {
  return enabled ? new CacheMetrics(config) : new NoopMetrics();
}

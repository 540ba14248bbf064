import { log } from '../log/logger.ts';
import type { MetricsConfig } from './config.ts';

/** Metrics where prom-client is installed; who never asked for them is not told that it is not. */
export const METRICS_IF_INSTALLED: MetricsConfig = {
  onError: (error) => {
    if (!isNotInstalled(error.cause)) log(`metrics are not recorded: ${error.message}`, error);
  },
};

function isNotInstalled(cause: unknown): boolean {
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    cause.code === 'ERR_MODULE_NOT_FOUND'
  );
}

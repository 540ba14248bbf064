/** The defaults of the presets (PROTOCOL §12). */

import type { L1Config } from '../l1/l1-options.ts';
import type { ReliabilityConfig } from '../reliability/options.ts';

/** What a preset sets where its user does not. */
export interface PresetDefaults {
  readonly ttlSeconds: number;
  readonly l1: L1Config;
  readonly reliability: ReliabilityConfig;
}

/** Speed first: no retry, no breaker, and a store that fails is an error. */
export const MINIMAL_DEFAULTS: PresetDefaults = {
  ttlSeconds: 300,
  l1: { swrEnabled: false, namespaceIndex: false },
  reliability: { degradation: false },
};

/** Reliability first: a store that fails looks like a miss, and is spared while it keeps failing. */
export const PRODUCTION_DEFAULTS: PresetDefaults = {
  ttlSeconds: 600,
  l1: { swrEnabled: true, namespaceIndex: true },
  reliability: {
    circuitBreaker: {
      failureThreshold: 5,
      successThreshold: 3,
      timeout: 5_000,
      halfOpenMaxCalls: 3,
      rollingWindow: 60_000,
    },
    retry: { maxAttempts: 3, baseDelay: 100, maxDelay: 5_000, deadline: 5_000 },
    degradation: true,
  },
};

/** As production, for entries that are farther away. */
export const IO_DEFAULTS: PresetDefaults = { ...PRODUCTION_DEFAULTS, ttlSeconds: 3600 };

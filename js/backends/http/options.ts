import { requireKnownOptions, requireOptionsObject } from '../../config/options.ts';
import { ConfigurationError } from '../../errors.ts';
import { integerWithin, millisecondsWithin } from '../../reliability/numbers.ts';
import { type CustomHosts, DEFAULT_API_URL, resolveApiUrl } from './api-url.ts';
import type { MetricsProvider } from './telemetry.ts';
import { resolveServiceTtl } from './ttl.ts';

export interface CachekitIOBackendConfig {
  /** Sent with every request, and shown nowhere. */
  apiKey: string;
  /** Default "https://api.cachekit.io". */
  apiUrl?: string;
  /**
   * Seconds an entry lives that is stored without a TTL, above 0 and at most 30 days. Default: until
   * it is deleted.
   */
  defaultTtl?: number;
  /**
   * Seconds after its TTL while the service still gives an entry, marked as stale: `wrap` and
   * `getOrSet` serve it and have one caller make it anew in the background. At most 30 days together
   * with the TTL, of which it takes what is left. Default 0.
   */
  staleTtl?: number;
  /** Milliseconds for one attempt: connection, headers and body. Default 5,000. */
  timeout?: number;
  /**
   * Lets `apiUrl` name other hosts than the service's. `true`: https to any host of the public
   * internet, never this machine or private addresses. `'loopback'`: this machine only, http as well.
   * Default false.
   */
  allowCustomHost?: CustomHosts;
  /** Largest value in bytes, to store and to read, at most 512 MiB. Default 25 MiB, as the service. */
  maxValueBytes?: number;
  /** Counters of the cache, told to the service. Default: none, and L1 is reported as disabled. */
  metricsProvider?: MetricsProvider;
}

/** The options after the check, defaults filled in. */
export interface ServiceOptions {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly defaultTtl: number | undefined;
  /** Whole seconds, 0 for none. */
  readonly staleTtl: number;
  readonly timeout: number;
  readonly maxValueBytes: number;
  readonly metricsProvider: MetricsProvider | undefined;
}

const NAMES = [
  'apiKey',
  'apiUrl',
  'defaultTtl',
  'staleTtl',
  'timeout',
  'allowCustomHost',
  'maxValueBytes',
  'metricsProvider',
];
const DEFAULT_TIMEOUT_MS = 5_000;
/** The service's own limit (PROTOCOL §10.3). */
const DEFAULT_MAX_VALUE_BYTES = 25 * 1024 * 1024;
/** The largest entry there can be (PROTOCOL §3.2). */
const MOST_VALUE_BYTES = 512 * 1024 * 1024;

/** Checks the options and fills in the defaults; opens nothing. @throws {ConfigurationError} */
export function resolveServiceOptions(given: CachekitIOBackendConfig): ServiceOptions {
  requireOptionsObject(given, 'cachekitio()');
  requireKnownOptions(given, NAMES, 'cachekitio()');
  // Each is read once, so that a getter cannot show the check another value.
  const { apiKey, apiUrl = DEFAULT_API_URL, allowCustomHost = false, metricsProvider } = given;
  const { defaultTtl, staleTtl = 0, timeout = DEFAULT_TIMEOUT_MS } = given;
  const { maxValueBytes = DEFAULT_MAX_VALUE_BYTES } = given;
  if (typeof allowCustomHost !== 'boolean' && allowCustomHost !== 'loopback') {
    throw new ConfigurationError("allowCustomHost must be true, false or 'loopback'");
  }
  if (metricsProvider !== undefined && typeof metricsProvider !== 'function') {
    throw new ConfigurationError('metricsProvider must be a function');
  }
  return {
    apiKey: resolveApiKey(apiKey),
    apiUrl: resolveApiUrl(apiUrl, allowCustomHost),
    defaultTtl: defaultTtl === undefined ? undefined : resolveServiceTtl(defaultTtl, 'defaultTtl'),
    staleTtl: staleTtl === 0 ? 0 : resolveServiceTtl(staleTtl, 'staleTtl'),
    timeout: millisecondsWithin(timeout, 1, 'timeout'),
    maxValueBytes: integerWithin(maxValueBytes, 1, MOST_VALUE_BYTES, 'maxValueBytes'),
    metricsProvider,
  };
}

/** Only what a header carries unchanged: `fetch` would quote anything else in its error. */
function resolveApiKey(apiKey: unknown): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]{1,512}$/.test(apiKey)) {
    throw new ConfigurationError(
      'apiKey must be 1 to 512 visible ASCII characters; get one from your cache service',
    );
  }
  return apiKey;
}

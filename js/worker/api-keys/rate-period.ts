/** Seconds; as `period` of the binding in wrangler.toml, which alone knows the limit. */
export const RATE_PERIOD_SECONDS = 10;

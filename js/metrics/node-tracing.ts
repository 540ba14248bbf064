import { OpenTelemetryTracing } from './opentelemetry.ts';

/**
 * Spans through the application's own `@opentelemetry/api`. Node only: a bundler for Workers would
 * look for a package that need not be there; pass a tracer to `OpenTelemetryTracing` instead.
 */
export function nodeTracing(): OpenTelemetryTracing {
  return new OpenTelemetryTracing(() => import('@opentelemetry/api'));
}

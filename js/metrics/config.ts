import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import { escapeText } from '../log/escape.ts';
import { isRegistry, type Labels, type RegistryLike } from './prom-client.ts';

export interface MetricsConfig {
  /** Before every metric name: letters, digits, "_" and ":". Default "cachekit". */
  prefix?: string;
  /**
   * Labels of every series of this cache, e.g. `{ cache: 'users' }`. All caches that share a registry
   * and a prefix must use the same label names. Default none.
   */
  defaultLabels?: Readonly<Record<string, string>>;
  /** Default: prom-client's global registry. */
  registry?: RegistryLike;
  /**
   * Told once when metrics cannot be recorded; what it throws or rejects with is logged. Default: one
   * log line.
   */
  onError?: (error: Error) => unknown;
}

export interface ResolvedMetricsConfig {
  readonly prefix: string;
  readonly defaultLabels: Labels;
  readonly registry: RegistryLike | null;
  readonly onError: ((error: Error) => unknown) | null;
}

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Labels the metrics have of their own, and `le`, which a histogram adds. */
const RESERVED = ['operation', 'status', 'layer', 'error_type', 'le'];

/** @throws {ConfigurationError} names the option and what it takes */
export function resolveMetricsConfig(config: unknown): ResolvedMetricsConfig {
  requireOptionsObject(config, 'metrics');
  requireKnownOptions(config, ['prefix', 'defaultLabels', 'registry', 'onError'], 'metrics');
  const { prefix, defaultLabels, registry, onError } = read(config);
  return {
    prefix: resolvePrefix(prefix),
    defaultLabels: resolveLabels(defaultLabels),
    registry: resolveRegistry(registry),
    onError: resolveOnError(onError),
  };
}

/** Reads inherited and hidden options as well: they counted as given when names were checked. */
function read(config: object): Record<keyof MetricsConfig, unknown> {
  return {
    prefix: Reflect.get(config, 'prefix'),
    defaultLabels: Reflect.get(config, 'defaultLabels'),
    registry: Reflect.get(config, 'registry'),
    onError: Reflect.get(config, 'onError'),
  };
}

function resolvePrefix(prefix: unknown): string {
  if (prefix === undefined) return 'cachekit';
  if (typeof prefix !== 'string' || !METRIC_NAME.test(prefix)) {
    throw new ConfigurationError(
      'metrics.prefix must be letters, digits, "_" and ":", not beginning with a digit',
    );
  }
  return prefix;
}

function resolveLabels(labels: unknown): Labels {
  if (labels === undefined) return {};
  requireOptionsObject(labels, 'metrics.defaultLabels');
  const resolved: Record<string, string> = {};
  // In one order, so that equal labels make equal series.
  for (const name of Object.keys(labels).sort()) {
    const value: unknown = Reflect.get(labels, name);
    if (!LABEL_NAME.test(name) || name.startsWith('__') || RESERVED.includes(name)) {
      throw new ConfigurationError(
        `metrics.defaultLabels cannot have the label "${escapeText(name)}": use letters, digits and ` +
          `"_", no "__" in front, and none of ${RESERVED.join(', ')}`,
      );
    }
    if (typeof value !== 'string') {
      throw new ConfigurationError(`metrics.defaultLabels.${name} must be a string`);
    }
    resolved[name] = value;
  }
  return resolved;
}

function resolveRegistry(registry: unknown): RegistryLike | null {
  if (registry === undefined) return null;
  if (!isRegistry(registry)) {
    throw new ConfigurationError('metrics.registry must be a Registry of prom-client');
  }
  return registry;
}

function resolveOnError(onError: unknown): ((error: Error) => unknown) | null {
  if (onError === undefined) return null;
  if (typeof onError !== 'function') {
    throw new ConfigurationError('metrics.onError must be a function');
  }
  return (error) => onError(error);
}

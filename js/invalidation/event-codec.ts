import { Decoder } from '../codec/decoder.ts';
import { Encoder } from '../codec/encoder.ts';
import { SerializationError, ValueTooLargeError } from '../errors.ts';

/** Largest event on the wire, bytes. */
export const MAX_EVENT_BYTES = 4096;
/** Most tags that one event names. */
const MAX_EVENT_TAGS = 64;
/** Hex digits of an instance id. */
const SOURCE = /^[0-9a-f]{32}$/;
const MAC_SIZE = 32;
/** The event, and its list of tags. */
const MAX_DEPTH = 2;

/** Which entries of L1 are out of date. */
export type InvalidationTarget =
  | { readonly level: 'global' }
  | { readonly level: 'namespace'; readonly namespace: string }
  /** The key without the prefix of a backend. */
  | { readonly level: 'params'; readonly key: string }
  | { readonly level: 'tags'; readonly tags: readonly string[] };

/** Which event of whom. */
export interface EventOrigin {
  /** When it happened, milliseconds since the epoch. */
  readonly timestamp: number;
  /** Instance id of the sender: 32 hex digits, random. */
  readonly source: string;
  /** Counts the events of the sender. */
  readonly sequence: number;
}

/** What one cache tells the others. */
export type InvalidationEvent = InvalidationTarget &
  EventOrigin & {
    /** 32 bytes over `signedBytes(event)`; absent where the sender has no key. */
    readonly mac?: Uint8Array;
  };

const LIMITS = {
  maxEncodedSize: MAX_EVENT_BYTES,
  maxDecodedSize: MAX_EVENT_BYTES,
  maxCollectionSize: MAX_EVENT_TAGS,
  maxDepth: MAX_DEPTH,
};
const FIELDS = ['l', 'ns', 'k', 't', 'ts', 'src', 'n', 'm'];
/** Sets these MACs apart from whatever else the subkey may come to sign. */
const SIGNED_LABEL = new TextEncoder().encode('sealcache invalidation event 1\0');

const encoder = new Encoder(LIMITS);
const decoder = new Decoder(LIMITS);

/**
 * The event as bytes: a MessagePack map, fields in fixed order.
 * @throws {SerializationError} for an event that is none
 * @throws {ValueTooLargeError} above 4 KiB
 */
export function serializeEvent(event: InvalidationEvent): Uint8Array {
  const wire = wireOf(event);
  // What no receiver would take is not sent.
  eventOf(wire);
  return encoder.encode(wire).slice();
}

/**
 * Reads what `serializeEvent` wrote; nothing in it is proven yet.
 * @throws {SerializationError} for anything else
 */
export function deserializeEvent(bytes: Uint8Array): InvalidationEvent {
  try {
    return eventOf(decoder.decode(bytes));
  } catch (error) {
    if (!(error instanceof ValueTooLargeError)) throw error;
    throw new SerializationError('an invalidation event exceeds its limits', { cause: error });
  }
}

/** What the MAC of an event covers: every other field. */
export function signedBytes(event: InvalidationEvent): Uint8Array {
  const body = encoder.encode(wireOf(event, false));
  const bytes = new Uint8Array(SIGNED_LABEL.length + body.length);
  bytes.set(SIGNED_LABEL);
  bytes.set(body, SIGNED_LABEL.length);
  return bytes;
}

function wireOf(event: InvalidationEvent, withMac = true): Record<string, unknown> {
  const { timestamp, source, sequence, mac } = event;
  return {
    l: event.level,
    ...wireTarget(event),
    ts: timestamp,
    src: source,
    n: sequence,
    ...(mac === undefined || !withMac ? {} : { m: mac }),
  };
}

function wireTarget(event: InvalidationTarget): Record<string, unknown> {
  switch (event.level) {
    case 'namespace':
      return { ns: event.namespace };
    case 'params':
      return { k: event.key };
    case 'tags':
      return { t: event.tags };
    default:
      return {};
  }
}

/** Every field is looked at: an unknown one would be outside of the MAC. */
function eventOf(wire: unknown): InvalidationEvent {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) throw malformed('form');
  const fields = new Map<string, unknown>(Object.entries(wire));
  for (const name of fields.keys()) if (!FIELDS.includes(name)) throw malformed('fields');
  const source = fields.get('src');
  if (typeof source !== 'string' || !SOURCE.test(source)) throw malformed('source');
  const mac = fields.get('m');
  if (mac !== undefined && !(mac instanceof Uint8Array && mac.length === MAC_SIZE)) {
    throw malformed('MAC');
  }
  return {
    ...targetOf(fields),
    timestamp: countOf(fields.get('ts')),
    source,
    sequence: countOf(fields.get('n')),
    ...(mac === undefined ? {} : { mac }),
  };
}

/** A level with exactly what belongs to it. */
function targetOf(fields: Map<string, unknown>): InvalidationTarget {
  const level = fields.get('l');
  const namespace = fields.get('ns');
  const key = fields.get('k');
  const tags = fields.get('t');
  const given = [namespace, key, tags].filter((field) => field !== undefined).length;
  if (level === 'global' && given === 0) return { level };
  if (given !== 1) throw malformed('level');
  if (level === 'namespace' && isText(namespace)) return { level, namespace };
  if (level === 'params' && isText(key)) return { level, key };
  if (level === 'tags' && isTextList(tags)) return { level, tags };
  throw malformed('level');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function countOf(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed('time or sequence');
}

function malformed(part: string): SerializationError {
  return new SerializationError(`not an invalidation event: its ${part} is not valid`);
}

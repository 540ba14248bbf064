/**
 * What the conformance targets of the product share, whatever core they wrap: spread it into a target
 * and add name, core, hooks, interop and, where it is known, peakAllocationDuring. Knows nothing of Node.
 */
import {
  FILE_HEADER_BYTES,
  type FileState,
  fileState,
  writeFileHeader,
} from '../backends/file-header.ts';
import { freshnessOf } from '../backends/http/freshness.ts';
import { keySegment } from '../backends/http/key-segment.ts';
import { PlainDate, PlainTime, ValueCodec } from '../codec/index.ts';
import { parseMasterKey } from '../config/master-key.ts';
import { CachekitError } from '../errors.ts';
import {
  type CacheFileReading,
  type ConformanceTarget,
  decodePreScan,
  type ServiceClient,
  type Temporal,
} from './target.ts';

type Shared = Omit<
  ConformanceTarget,
  'name' | 'core' | 'hooks' | 'peakAllocationDuring' | 'interop'
>;

const codec = new ValueCodec();

export const product: Required<Shared> = {
  errorKind,
  decodeValue: (payload) => codec.decode(payload),
  describeTemporal,
  parseMasterKey: (hex) => parseMasterKey(hex, 'masterKey'),
  cacheFile: { write: writeFile, read: readFile },
  service: { keySegment, freshness },
};

/** `reason` is the enumerator; the value codec's own guard has none and says so in its message. */
function errorKind(error: unknown): string {
  if (!(error instanceof CachekitError)) return 'unknown';
  if (error.reason !== null) return error.reason;
  return error.message.endsWith('(decode pre-scan)') ? decodePreScan : 'unknown';
}

function describeTemporal(value: unknown): Temporal | null {
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof Date) return { type: 'datetime', iso: value.toISOString() };
  if (PlainDate.is(value)) return { type: 'date', iso: value.iso };
  if (PlainTime.is(value)) return { type: 'time', iso: value.iso };
  return null;
}

function writeFile(payload: Uint8Array, expirySeconds: number): Uint8Array {
  const file = new Uint8Array(FILE_HEADER_BYTES + payload.length);
  writeFileHeader(file, expirySeconds);
  file.set(payload, FILE_HEADER_BYTES);
  return file;
}

const missOf: Readonly<
  Record<Exclude<FileState, 'live'>, 'miss_expired' | 'miss_preserve' | 'miss_corrupt'>
> = {
  expired: 'miss_expired',
  preserve: 'miss_preserve',
  corrupt: 'miss_corrupt',
};

function readFile(file: Uint8Array, nowSeconds: number): CacheFileReading {
  const state = fileState(file.subarray(0, FILE_HEADER_BYTES), nowSeconds);
  if (state !== 'live') return { action: missOf[state] };
  return { action: 'return_payload', payload: file.subarray(FILE_HEADER_BYTES) };
}

function freshness(
  label: string | null,
  bound: string | null,
): ReturnType<ServiceClient['freshness']> {
  const headers = new Headers();
  if (label !== null) headers.set('X-CacheKit-Freshness', label);
  if (bound !== null) headers.set('X-CacheKit-Fresh-For', bound);
  const { stale, freshFor = null } = freshnessOf(headers);
  return { stale, freshFor };
}

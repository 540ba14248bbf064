import { splitLabel } from '../../cache/entry-label.ts';
import { ValueCodec } from '../../codec/index.ts';
import type { Core } from '../../core/core.ts';
import { CachekitError } from '../../errors.ts';
import { decodeInteropValue, encodeInteropValue } from '../../interop/codec.ts';
import type { Reading } from './reading.ts';

/** As deep as any reader goes (PROTOCOL §8). */
const DEPTH_LIMIT = 1024;
const ANY_SIZE = 2 ** 30;
/** Arrays of JavaScript take eight times their bytes. */
const MOST_ENTRIES = 2 ** 24;

/** Values are only looked at: what an entry may hold is for its readers to limit. */
export const anyValue = new ValueCodec({
  maxDecodedSize: ANY_SIZE,
  maxCollectionSize: MOST_ENTRIES,
  maxDepth: DEPTH_LIMIT,
});

/** One whole document, maybe behind a label; `null` for anything else. */
export function readMessagePack(bytes: Uint8Array, core: Core): Reading | null {
  const { label, value } = attempt(() => splitLabel(bytes)) ?? { label: null, value: bytes };
  if (!isDocument(value, core)) return null;
  const document: Reading = {
    kind: isInteropValue(value) ? 'interop value' : 'MessagePack',
    bytes: value.length,
    facts: { holds: topLevel(value) },
  };
  if (label === null) return document;
  return {
    kind: 'labelled value',
    bytes: bytes.length,
    facts: {
      'stale from': label.freshUntil === 0 ? 'never' : new Date(label.freshUntil).toISOString(),
      'sliding TTL': label.slidingTtl === 0 ? 'none' : `${label.slidingTtl} s`,
      tags: label.tags.size,
    },
    holds: document,
  };
}

/** What `work` gives, `null` where an error of ours says that the bytes are none. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof CachekitError) return null;
    throw error;
  }
}

function isDocument(value: Uint8Array, core: Core): boolean {
  const bounded = attempt(() => {
    core.checkDecodeBounds(value, DEPTH_LIMIT);
    return true;
  });
  return bounded === true;
}

/** Canonical, and in the model: no reader of interop mode could find a fault in it (PROTOCOL §7.4). */
function isInteropValue(value: Uint8Array): boolean {
  const again = attempt(() => encodeInteropValue(decodeInteropValue(value)));
  return again !== null && Buffer.compare(again, value) === 0;
}

function topLevel(document: Uint8Array): string {
  const value = attempt(() => [anyValue.decode(document)]);
  if (value === null) return 'a value that sealcache does not decode';
  const [top] = value;
  if (Array.isArray(top)) return `an array of ${top.length}`;
  if (top instanceof Uint8Array) return `${top.length} bytes`;
  if (typeof top === 'object' && top !== null) {
    const tag = Object.prototype.toString.call(top).slice(8, -1);
    return tag === 'Object' ? `a map of ${Object.keys(top).length}` : `a ${tag}`;
  }
  return top === null ? 'nil' : `a ${typeof top}`;
}

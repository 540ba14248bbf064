import type { Core } from '../../core/core.ts';
import { CachekitError } from '../../errors.ts';
import { beginsWith, CONTAINER_MAGIC } from './magic.ts';
import { anyValue, attempt, readMessagePack } from './message-pack.ts';
import { type Reading, ratio } from './reading.ts';

const MAX_VALUE_BYTES = 512 * 1024 * 1024;

/** An envelope (PROTOCOL §3), damaged ones too; `null` for what does not have its four fields. */
export function readEnvelope(bytes: Uint8Array, core: Core): Reading | null {
  const fields = attempt(() => anyValue.decode(bytes));
  if (!Array.isArray(fields) || fields.length !== 4) return null;
  const [block, checksum, size, format]: readonly unknown[] = fields;
  const compressed = lengthOf(block);
  if (compressed === null || lengthOf(checksum) === null) return null;
  if (typeof size !== 'number' || typeof format !== 'string') return null;
  return container({
    kind: 'ByteStorage envelope',
    bytes,
    facts: {
      'LZ4 block': `${compressed} bytes${Array.isArray(block) ? ', as integers' : ''}`,
      'uncompressed size': `${size} bytes`,
      ratio: ratio(size, compressed),
    },
    verdict: 'checksum',
    unpack: () => core.unpack(bytes, MAX_VALUE_BYTES),
    core,
  });
}

/** A container of interop mode, version 2 (PROTOCOL §9), by its first two bytes. */
export function readInteropContainer(bytes: Uint8Array, core: Core): Reading | null {
  if (!beginsWith(bytes, CONTAINER_MAGIC)) return null;
  const body = bytes.subarray(CONTAINER_MAGIC.length);
  const fields = attempt(() => anyValue.decode(body));
  const [method, size, payload]: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const stored = lengthOf(payload);
  const known = typeof size === 'number' && stored !== null;
  return container({
    kind: 'interop v2 container',
    bytes,
    facts: known
      ? {
          method: method === 1 ? '1, LZ4' : `${String(method)}${method === 0 ? ', stored' : ''}`,
          payload: `${stored} bytes`,
          'original size': `${size} bytes`,
          ratio: ratio(size, stored),
        }
      : {},
    verdict: 'body',
    unpack: () => core.unpackInterop(bytes, MAX_VALUE_BYTES),
    core,
  });
}

interface Parts {
  readonly kind: 'ByteStorage envelope' | 'interop v2 container';
  readonly bytes: Uint8Array;
  readonly facts: Reading['facts'];
  /** What unpacking proves. */
  readonly verdict: string;
  readonly unpack: () => Uint8Array;
  readonly core: Core;
}

function container({ kind, bytes, facts, verdict, unpack, core }: Parts): Reading {
  try {
    const value = unpack();
    const holds = readMessagePack(value, core);
    const whole: Reading = { kind, bytes: bytes.length, facts: { ...facts, [verdict]: 'holds' } };
    return holds === null ? whole : { ...whole, holds };
  } catch (error) {
    if (!(error instanceof CachekitError)) throw error;
    return { kind, bytes: bytes.length, facts, damage: error.message };
  }
}

function lengthOf(value: unknown): number | null {
  return value instanceof Uint8Array || Array.isArray(value) ? value.length : null;
}

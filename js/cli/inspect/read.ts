import { FILE_HEADER_BYTES, fileState, headerExpiry } from '../../backends/file-header.ts';
import type { Core } from '../../core/core.ts';
import { readEnvelope, readInteropContainer } from './containers.ts';
import { beginsWith, FILE_MAGIC } from './magic.ts';
import { readMessagePack } from './message-pack.ts';
import { readPythonFrame } from './python-frame.ts';
import { entropy, looksSealed } from './randomness.ts';
import type { Reading } from './reading.ts';

/**
 * Names what bytes are. For people who look: no cache decides by content how it reads an entry.
 * @param nowSeconds since the epoch
 */
export function readBytes(bytes: Uint8Array, core: Core, nowSeconds: number): Reading {
  if (bytes.length === 0) return { kind: 'nothing', bytes: 0, facts: {} };
  return (
    readFileEntry(bytes, core, nowSeconds) ?? readPythonFrame(bytes) ?? readStored(bytes, core)
  );
}

function readStored(bytes: Uint8Array, core: Core): Reading {
  return (
    readInteropContainer(bytes, core) ??
    readEnvelope(bytes, core) ??
    readMessagePack(bytes, core) ??
    readUnstructured(bytes)
  );
}

/** A file of the file backend (PROTOCOL §11). */
function readFileEntry(bytes: Uint8Array, core: Core, nowSeconds: number): Reading | null {
  if (!beginsWith(bytes, FILE_MAGIC)) return null;
  const header = bytes.subarray(0, FILE_HEADER_BYTES);
  const state = fileState(header, nowSeconds);
  const file = { kind: 'file-backend entry', bytes: bytes.length } as const;
  if (state === 'corrupt') return { ...file, facts: {}, damage: 'it ends inside its header' };
  if (state === 'preserve') return { ...file, facts: { state: 'of a later version' } };
  const expiry = headerExpiry(header);
  const payload = bytes.subarray(FILE_HEADER_BYTES);
  return {
    ...file,
    facts: { state, expires: expiry === 0 ? 'never' : instant(expiry) },
    holds:
      payload.length === 0 ? { kind: 'nothing', bytes: 0, facts: {} } : readStored(payload, core),
  };
}

function instant(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds} s after 1970` : date.toISOString();
}

/** Ciphertext has no mark: anything random, compressed data say, looks the same. */
function readUnstructured(bytes: Uint8Array): Reading {
  const facts = { entropy: `${entropy(bytes).toFixed(2)} bits per byte` };
  if (!looksSealed(bytes)) return { kind: 'unknown', bytes: bytes.length, facts };
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    kind: 'sealed blob',
    bytes: bytes.length,
    facts: {
      ...facts,
      'plaintext, if sealed': `${bytes.length - 28} bytes`,
      'counter, if of sealcache': view.getUint32(8),
    },
  };
}

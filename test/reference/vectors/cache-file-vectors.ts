import { concat, fromHex, hex, utf8 } from '../bytes.ts';
import { cacheFileName, readCacheFile, writeCacheFile } from '../cache-file.ts';
import { seeded, spell } from './pieces.ts';
import type { VectorFile, VectorRow } from './vector-file.ts';

const payload = seeded('file payload', 20);
const names = ['user:1', '', 'ключ', '🔑', 'a/../b', 'k'.repeat(300), 'e\u0301', '\u00e9'];

export function cacheFileVectors(): VectorFile {
  return {
    name: 'cache-files.json',
    about: 'Names and headers of the File backend (PROTOCOL 11).',
    groups: {
      name: names.map((key) => ({
        name: key.length > 20 ? `${key.length} characters` : JSON.stringify(key),
        key: hex(utf8(key)),
        file_name: cacheFileName(key),
      })),
      write: [0, 1, 1_700_000_000, 0xffff_ffff, 0x1_0000_0000, Number.MAX_SAFE_INTEGER].map(
        (expiry) => ({
          name: `expiry ${expiry}`,
          payload: hex(payload),
          expiry,
          file: hex(writeCacheFile(payload, expiry)),
        }),
      ),
      read: [...readable(), ...expiring(), ...foreign(), ...corrupt()],
    },
  };
}

function readable(): readonly VectorRow[] {
  return [
    reading('never expires', writeCacheFile(payload, 0), 1_700_000_000),
    reading('empty payload', writeCacheFile(new Uint8Array(0), 0), 0),
    reading('payload that begins like a Python frame', writeCacheFile(fromHex('434b03'), 0), 0),
    reading('payload of 4096 zeros', writeCacheFile(new Uint8Array(4096), 0), 0),
  ];
}

function expiring(): readonly VectorRow[] {
  const at = 1_700_000_000;
  const file = writeCacheFile(payload, at);
  return [
    reading('a second before the expiry', file, at - 1),
    reading('the second of the expiry', file, at),
    reading('a second after the expiry', file, at + 1),
    reading('expiry beyond 32 bits', writeCacheFile(payload, 0x1_0000_0000), 0xffff_ffff),
    reading(
      'expiry beyond 32 bits, reached',
      writeCacheFile(payload, 0x1_0000_0000),
      0x1_0000_0000,
    ),
    reading('expiry with the sign bit', withBytes(file, 6, 'ffffffffffffffff'), at),
  ];
}

/** Of a later version of the format: left alone, also when they seem expired. */
function foreign(): readonly VectorRow[] {
  const expired = writeCacheFile(payload, 1);
  const flags = ['0001', '0080', '0100', '8000', 'ffff'];
  const reserved = ['01', '80', 'ff'];
  return [
    ...flags.map((bits) => reading(`flags ${bits}`, withBytes(expired, 4, bits), 2)),
    ...reserved.map((byte) => reading(`reserved ${byte}`, withBytes(expired, 3, byte), 2)),
    reading('flags 8000, never expires', withBytes(writeCacheFile(payload, 0), 4, '8000'), 2),
  ];
}

function corrupt(): readonly VectorRow[] {
  const file = writeCacheFile(payload, 0);
  return [
    ...[0, 1, 6, 13].map((size) => reading(`cut to ${size} bytes`, file.subarray(0, size), 2)),
    reading('magic in lower case', withBytes(file, 0, '636b'), 2),
    reading('magic of one wrong byte', withBytes(file, 1, '4c'), 2),
    reading('version 0', withBytes(file, 2, '00'), 2),
    reading('version 2', withBytes(file, 2, '02'), 2),
    reading('version 3, a Python frame', withBytes(file, 2, '03'), 2),
  ];
}

function withBytes(file: Uint8Array, at: number, replacement: string): Uint8Array {
  const bytes = fromHex(replacement);
  return concat(file.subarray(0, at), bytes, file.subarray(at + bytes.length));
}

function reading(name: string, file: Uint8Array, now: number): VectorRow {
  const result = readCacheFile(file, now);
  return {
    name,
    file: spell(file),
    now,
    action: result.action,
    ...(result.action === 'return_payload' ? { payload: spell(result.payload) } : {}),
  };
}

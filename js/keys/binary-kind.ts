/** Typed arrays, views and buffers by brand: no property of a subclass is asked. */
import { isDirectInstance } from '../codec/plain-object.ts';

interface Binary {
  /** 0 for a Uint8Array, which needs no tag; see docs/cache-keys.md. Never renumber. */
  readonly tag: number;
  readonly bytes: Uint8Array;
}

const TAGS: ReadonlyMap<unknown, number> = new Map([
  ['Uint8Array', 0],
  ['Int8Array', 0x10],
  ['Uint8ClampedArray', 0x11],
  ['Int16Array', 0x12],
  ['Uint16Array', 0x13],
  ['Int32Array', 0x14],
  ['Uint32Array', 0x15],
  ['Float16Array', 0x16],
  ['Float32Array', 0x17],
  ['Float64Array', 0x18],
  ['BigInt64Array', 0x19],
  ['BigUint64Array', 0x1a],
]);
const TAG_DATA_VIEW = 0x1b;
const TAG_ARRAY_BUFFER = 0x1c;

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype);
const elementAt = Uint8Array.prototype.at;
const bufferSlice = ArrayBuffer.prototype.slice;

/** `null` for what can have no key: a subclass, an unknown kind, shared or detached memory. */
export function binaryOfView(view: ArrayBufferView): Binary | null {
  const name = intrinsic(typedArray, Symbol.toStringTag, view);
  const prototype = name === undefined ? DataView.prototype : typedArray;
  const tag = name === undefined ? TAG_DATA_VIEW : TAGS.get(name);
  if (tag === undefined) return null;
  // Buffer is a subclass of Uint8Array, and equal to the Uint8Array of its bytes.
  if (tag !== 0 && !isDirectInstance(view, name === undefined ? 2 : 3)) return null;
  try {
    // Throws where the memory is gone, which otherwise looks like an empty array. The getters of a
    // DataView do so themselves.
    if (name !== undefined) Reflect.apply(elementAt, view, [0]);
    const buffer = intrinsic(prototype, 'buffer', view);
    if (!isArrayBuffer(buffer)) return null;
    const offset = Number(intrinsic(prototype, 'byteOffset', view));
    const size = Number(intrinsic(prototype, 'byteLength', view));
    return { tag, bytes: new Uint8Array(buffer, offset, size) };
  } catch {
    return null;
  }
}

/** The caller has seen the tag `ArrayBuffer`, which anyone can set. */
export function binaryOfBuffer(value: object): Binary | null {
  return isArrayBuffer(value) ? { tag: TAG_ARRAY_BUFFER, bytes: new Uint8Array(value) } : null;
}

/** False for a SharedArrayBuffer and for a detached buffer. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  try {
    Reflect.apply(bufferSlice, value, [0, 0]);
    return true;
  } catch {
    return false;
  }
}

function intrinsic(prototype: object, name: string | symbol, view: ArrayBufferView): unknown {
  return Reflect.get(prototype, name, view);
}

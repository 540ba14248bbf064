import { ConfigurationError } from '../errors.ts';

const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype);
const tagOf = getter(typedArrayPrototype, Symbol.toStringTag);
const bufferOf = getter(typedArrayPrototype, 'buffer');
const offsetOf = getter(typedArrayPrototype, 'byteOffset');
const lengthOf = getter(typedArrayPrototype, 'length');
const detachedOf = getter(ArrayBuffer.prototype, 'detached');
const elementAt = Uint8Array.prototype.at;

/**
 * Refuses what the core must not read: anything but a Uint8Array (subclasses and other realms count),
 * one without its memory (detached, or beyond the end of a buffer that was resized), which would look
 * empty, and one over shared memory, which another thread could change between a check and its use.
 * Decided by brand, never by `instanceof` or a property that a subclass could redefine.
 * @throws {ConfigurationError} names the argument, never its content
 */
export function requireBytes(value: unknown, name: string): asserts value is Uint8Array {
  if (!isUint8Array(value)) {
    throw new ConfigurationError(`${name} must be a Uint8Array`);
  }
  if (!hasOwnMemory(value)) {
    throw new ConfigurationError(
      `${name} must not be detached or lie in shared memory; pass a copy of your own`,
    );
  }
}

/**
 * The same bytes as a view that is nothing but a Uint8Array. `length`, `subarray` and the rest of a
 * subclass are its author's: a size it names may not be what `set` copies.
 * @throws {ConfigurationError} as `requireBytes`
 */
export function plainBytes(value: unknown, name: string): Uint8Array<ArrayBuffer> {
  requireBytes(value, name);
  const buffer = bufferOf.call(value);
  if (!isArrayBuffer(buffer)) throw new ConfigurationError(`${name} must be a Uint8Array`);
  const offset = Number(offsetOf.call(value));
  return new Uint8Array(buffer, offset, Number(lengthOf.call(value)));
}

function isUint8Array(value: unknown): value is Uint8Array {
  return tagOf.call(value) === 'Uint8Array';
}

function hasOwnMemory(bytes: Uint8Array): boolean {
  try {
    // What has lost its memory has no length either; this throws for it, not for an empty array.
    if (bytes.length === 0) elementAt.call(bytes, 0);
    return isArrayBuffer(bufferOf.call(bytes));
  } catch {
    return false;
  }
}

/** The getter throws for a SharedArrayBuffer. */
function isArrayBuffer(buffer: unknown): buffer is ArrayBuffer {
  return detachedOf.call(buffer) === false;
}

function getter(prototype: object, name: string | symbol): () => unknown {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new ConfigurationError('sealcache needs Node.js 22 or newer');
  return get;
}

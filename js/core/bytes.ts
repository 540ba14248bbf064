import { ConfigurationError } from '../errors.ts';

const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype);
const tagOf = getter(typedArrayPrototype, Symbol.toStringTag);
const detachedOf = getter(ArrayBuffer.prototype, 'detached');

/**
 * Refuses what the core must not read: anything but a Uint8Array (subclasses and other realms count),
 * a detached one, which would look empty, and one over shared memory, which another thread could
 * change between a check and its use. Decided by brand, never by `instanceof`.
 * @throws {ConfigurationError} names the argument, never its content
 */
export function requireBytes(value: unknown, name: string): asserts value is Uint8Array {
  if (!isUint8Array(value)) {
    throw new ConfigurationError(`${name} must be a Uint8Array`);
  }
  if (isDetachedOrShared(value.buffer)) {
    throw new ConfigurationError(
      `${name} must not be detached or lie in shared memory; pass a copy of your own`,
    );
  }
}

function isUint8Array(value: unknown): value is Uint8Array {
  return Reflect.apply(tagOf, value, []) === 'Uint8Array';
}

/** One brand-checked call answers both: the getter refuses a SharedArrayBuffer. */
function isDetachedOrShared(buffer: ArrayBufferLike): boolean {
  try {
    return Reflect.apply(detachedOf, buffer, []) === true;
  } catch {
    return true;
  }
}

function getter(prototype: object, name: string | symbol): () => unknown {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new ConfigurationError('sealcache needs Node.js 22 or newer');
  return get;
}

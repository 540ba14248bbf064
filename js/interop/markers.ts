/** Values of interop mode for which JavaScript has no type of its own. */
import { ConfigurationError } from '../errors.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A number that other languages hold as a float: 2.0 is stored as one, and integers beyond
 * ±(2^53 − 1) are meant as they are. In arguments it is equal to the integer of its value.
 */
export class InteropFloat {
  readonly value: number;

  /** @throws {ConfigurationError} for NaN and infinities, which have no canonical form */
  constructor(value: number) {
    if (!Number.isFinite(value)) throw new ConfigurationError('an InteropFloat must be finite');
    this.value = value;
    Object.freeze(this);
  }
}

/** A UUID, which every language writes as lowercase text. Comes back as a string. */
export class InteropUuid {
  readonly text: string;

  /** @throws {ConfigurationError} for anything but 8-4-4-4-12 hex digits, in either case */
  constructor(text: string) {
    const lowercase = typeof text === 'string' ? text.toLowerCase() : '';
    if (!UUID.test(lowercase)) {
      throw new ConfigurationError('an InteropUuid needs text of the form 8-4-4-4-12 hex digits');
    }
    this.text = lowercase;
    Object.freeze(this);
  }
}

/** An instant in microseconds, as an argument: what a caller in Python passes as a datetime. */
export class InteropDateTime {
  readonly epochMicroseconds: bigint;

  /** @throws {ConfigurationError} for what 64 bits cannot hold */
  constructor(epochMicroseconds: bigint) {
    if (
      typeof epochMicroseconds !== 'bigint' ||
      BigInt.asIntN(64, epochMicroseconds) !== epochMicroseconds
    ) {
      throw new ConfigurationError('an InteropDateTime needs a BigInt of at most 64 bits');
    }
    this.epochMicroseconds = epochMicroseconds;
    Object.freeze(this);
  }
}

/** A MessagePack extension in a value of another writer. It cannot be written. */
export class InteropExtension {
  /** −128 … 127. */
  readonly type: number;
  readonly data: Uint8Array;

  constructor(type: number, data: Uint8Array) {
    this.type = type;
    this.data = data;
  }
}

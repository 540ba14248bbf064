/** The MessagePack forms without children or text, and the ones that are refused. */
import { SerializationError } from '../errors.ts';
import type { Input } from './input.ts';

/** Reads what follows `marker`, which is neither a container, a string, binary nor a fixed int. */
export function readScalar(input: Input, marker: number): null | boolean | number | bigint {
  switch (marker) {
    case 0xc0:
      return null;
    case 0xc2:
      return false;
    case 0xc3:
      return true;
    case 0xca:
      return input.view.getFloat32(input.fixed(4));
    case 0xcb:
      return input.view.getFloat64(input.fixed(8));
    case 0xcc:
      return input.byte();
    case 0xcd:
      return input.uint16();
    case 0xce:
      return input.uint32();
    case 0xcf:
      return numberIfSafe(input.view.getBigUint64(input.fixed(8)));
    case 0xd0:
      return (input.byte() << 24) >> 24;
    case 0xd1:
      return (input.uint16() << 16) >> 16;
    case 0xd2:
      return input.uint32() | 0;
    case 0xd3:
      return numberIfSafe(input.view.getBigInt64(input.fixed(8)));
    default:
      return refuseExtension();
  }
}

/** A 64-bit integer no writer of numbers produces is a BigInt; the others are numbers. */
function numberIfSafe(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The byte 0xc1 ends here too; the bounds scan that follows a refusal gives it its own error. */
function refuseExtension(): never {
  throw new SerializationError('The stored MessagePack holds an extension type, which is not used');
}

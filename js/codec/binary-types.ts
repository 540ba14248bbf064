/** Typed arrays and buffers: which there are, and their sentinel names. */
import { SerializationError } from '../errors.ts';
import { ARRAY_BUFFER, DATA_VIEW } from './sentinel-names.ts';

type ViewFactory = (buffer: ArrayBuffer) => ArrayBufferView | ArrayBuffer;

interface BinaryType {
  readonly elementBytes: number;
  readonly create: ViewFactory;
}

/** By sentinel name. Uint8Array is absent: it travels as plain bin. */
const BINARY_TYPES: ReadonlyMap<string, BinaryType> = new Map<string, BinaryType>([
  ['__int8array__', { elementBytes: 1, create: (b) => new Int8Array(b) }],
  ['__uint8clampedarray__', { elementBytes: 1, create: (b) => new Uint8ClampedArray(b) }],
  ['__int16array__', { elementBytes: 2, create: (b) => new Int16Array(b) }],
  ['__uint16array__', { elementBytes: 2, create: (b) => new Uint16Array(b) }],
  ['__int32array__', { elementBytes: 4, create: (b) => new Int32Array(b) }],
  ['__uint32array__', { elementBytes: 4, create: (b) => new Uint32Array(b) }],
  ['__float32array__', { elementBytes: 4, create: (b) => new Float32Array(b) }],
  ['__float64array__', { elementBytes: 8, create: (b) => new Float64Array(b) }],
  ['__bigint64array__', { elementBytes: 8, create: (b) => new BigInt64Array(b) }],
  ['__biguint64array__', { elementBytes: 8, create: (b) => new BigUint64Array(b) }],
  [ARRAY_BUFFER, { elementBytes: 1, create: (b) => b }],
  [DATA_VIEW, { elementBytes: 1, create: (b) => new DataView(b) }],
]);

export const BINARY_SENTINELS: readonly string[] = [...BINARY_TYPES.keys()];

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The elements are stored little-endian; a big-endian host would swap their bytes. */
function findType(sentinel: string): BinaryType {
  const type = BINARY_TYPES.get(sentinel);
  if (type === undefined) throw new SerializationError('This kind of typed array cannot be stored');
  if (!LITTLE_ENDIAN && type.elementBytes > 1) {
    throw new SerializationError('Typed arrays of wide elements need a little-endian host');
  }
  return type;
}

/** The sentinel name of a view, by the name of its class. Throws for a class without one. */
export function binarySentinel(className: string): string {
  const sentinel = `__${className.toLowerCase()}__`;
  findType(sentinel);
  return sentinel;
}

/** Makes the view from bytes that the codec owns alone. */
export function createBinary(sentinel: string, bytes: Uint8Array): ArrayBufferView | ArrayBuffer {
  const type = findType(sentinel);
  if (bytes.byteLength % type.elementBytes !== 0) {
    throw new SerializationError('A stored typed array has an incomplete last element');
  }
  const buffer = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return type.create(buffer);
}

import type { Container } from './core.ts';

/** Makes the memory for a result that has no room in the slab. */
export type Allocate = (size: number) => Uint8Array;

/** A size of at least 0, or the negative number of a core error. */
type SizeOrError = number;

/** The addon's sealer; see native/sealer_object.h. */
export interface NativeSealerObject {
  readonly fingerprint: string;
  readonly keyringEntryCount: number;
  seal(
    value: Uint8Array,
    key: string,
    container: Container,
    slab: Uint8Array,
    offset: number,
    allocate: Allocate,
  ): SizeOrError;
  open(
    blob: Uint8Array,
    key: string,
    container: Container,
    maxValueBytes: number,
    slab: Uint8Array,
    offset: number,
    allocate: Allocate,
  ): SizeOrError;
  /** Writes the MAC into `mac`, which has its exact size. */
  authenticate(message: Uint8Array, mac: Uint8Array): SizeOrError;
  /** 1 when authentic, 0 when not, or the negative number of a core error. */
  verify(message: Uint8Array, mac: Uint8Array): number;
  dispose(): void;
  nonceCounter(): number;
  opensByKey(): number[];
}

/** The addon's exports; see native/addon.cc. */
export interface NativeAddon {
  readonly hardwareAccelerated: boolean;
  /** The version inside, for diagnosis only. */
  readonly libsodium?: string;
  createSealer(
    current: Uint8Array,
    previous: readonly Uint8Array[],
    tenant: string,
  ): NativeSealerObject | number;
  pack(value: Uint8Array, slab: Uint8Array, offset: number, allocate: Allocate): SizeOrError;
  unpack(
    envelope: Uint8Array,
    maxValueBytes: number,
    slab: Uint8Array,
    offset: number,
    allocate: Allocate,
  ): SizeOrError;
  checkDecodeBounds(document: Uint8Array, depthLimit: number): SizeOrError;
  blake2bHex(data: Uint8Array, digestBytes: number): string | number;
  interopKey(namespace: string, operation: string, stream: Uint8Array): string | number;
  packInterop(
    value: Uint8Array,
    compress: boolean,
    slab: Uint8Array,
    offset: number,
    allocate: Allocate,
  ): SizeOrError;
  unpackInterop(
    container: Uint8Array,
    maxValueBytes: number,
    slab: Uint8Array,
    offset: number,
    allocate: Allocate,
  ): SizeOrError;
}

const FUNCTIONS = [
  'createSealer',
  'pack',
  'unpack',
  'checkDecodeBounds',
  'blake2bHex',
  'interopKey',
  'packInterop',
  'unpackInterop',
];

/** Whether a loaded module is the addon that this version was written for. */
export function isNativeAddon(module: unknown): module is NativeAddon {
  if (typeof module !== 'object' || module === null) return false;
  if (typeof Reflect.get(module, 'hardwareAccelerated') !== 'boolean') return false;
  return FUNCTIONS.every((name) => typeof Reflect.get(module, name) === 'function');
}

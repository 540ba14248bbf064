/** The bounds of PROTOCOL §8 alone: a walk over headers that makes nothing and does not recurse. */
import { type Input, refuse } from './input.ts';

/**
 * Throws the bounds error of a document, if it has one. `depthLimit` counts arrays and maps.
 *
 * The decoder keeps the same bounds while it decodes. It comes here only with a document that it
 * refuses for another reason, because a fault of structure is the one to report where both are.
 */
export function scanBounds(input: Input, document: Uint8Array, depthLimit: number): void {
  input.start(document);
  /** Items still to come, per open container; the document itself is the first. */
  const open = [1];
  for (let left = open.pop(); left !== undefined; left = open.pop()) {
    if (left === 0) continue;
    open.push(left - 1);
    const children = scanItem(input);
    if (children === NO_CONTAINER) continue;
    input.claim(children);
    if (open.length > depthLimit) refuseDepth(depthLimit);
    open.push(children);
  }
  input.expectEnd();
}

export function refuseDepth(depthLimit: number): never {
  refuse(`it is nested deeper than serializer.maxDepth (${depthLimit} levels)`);
}

const NO_CONTAINER = -1;

/** Moves over one item; answers how many items follow as its children. */
function scanItem(input: Input): number {
  const marker = input.byte();
  if (marker < 0x80 || marker >= 0xe0) return NO_CONTAINER;
  if (marker < 0x90) return 2 * (marker & 0x0f);
  if (marker < 0xa0) return marker & 0x0f;
  if (marker < 0xc0) return skipped(input, marker & 0x1f);
  switch (marker) {
    case 0xc1:
      return refuse('it holds the byte 0xc1, which MessagePack never uses');
    case 0xc4:
    case 0xd9:
      return skipped(input, input.byte());
    case 0xc5:
    case 0xda:
      return skipped(input, input.uint16());
    case 0xc6:
    case 0xdb:
      return skipped(input, input.uint32());
    case 0xc7:
      return skippedExtension(input, input.byte());
    case 0xc8:
      return skippedExtension(input, input.uint16());
    case 0xc9:
      return skippedExtension(input, input.uint32());
    case 0xdc:
      return input.uint16();
    case 0xdd:
      return input.uint32();
    case 0xde:
      return 2 * input.uint16();
    case 0xdf:
      return 2 * input.uint32();
    default:
      input.skipFixed(FIXED_BYTES.get(marker) ?? 0);
      return NO_CONTAINER;
  }
}

/** Bytes after the marker of floats, wide integers and fixext (its type byte included). */
const FIXED_BYTES: ReadonlyMap<number, number> = new Map([
  [0xca, 4],
  [0xcb, 8],
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
  [0xd0, 1],
  [0xd1, 2],
  [0xd2, 4],
  [0xd3, 8],
  [0xd4, 2],
  [0xd5, 3],
  [0xd6, 5],
  [0xd7, 9],
  [0xd8, 17],
]);

function skipped(input: Input, size: number): number {
  input.skip(size);
  return NO_CONTAINER;
}

function skippedExtension(input: Input, size: number): number {
  input.skipFixed(1);
  return skipped(input, size);
}

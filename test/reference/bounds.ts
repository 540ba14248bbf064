/** The pre-scan that comes before every MessagePack decode (PROTOCOL §8). */
import { readBigEndian } from './bytes.ts';
import { refuse } from './protocol-error.ts';

export const defaultDepthLimit = 100;

interface Header {
  /** Bytes of the header itself: marker and length. */
  readonly size: number;
  /** Items that follow as children. */
  readonly children: bigint;
  /** Bytes that follow and belong to it. */
  readonly body: bigint;
  /** What it adds to the budget. */
  readonly slots: bigint;
  readonly container: boolean;
}

export function checkBounds(document: Uint8Array, depthLimit: number = defaultDepthLimit): void {
  if (!Number.isInteger(depthLimit) || depthLimit < 32 || depthLimit > 1024) {
    refuse('kInvalidArgument');
  }
  /** Items still to come: of the root list (one item), then of each open container. */
  const open: bigint[] = [1n];
  let at = 0n;
  let declared = 0n;
  while (open.length > 0) {
    const top = open.length - 1;
    const due = open[top] ?? 0n;
    if (due === 0n) {
      open.pop();
      continue;
    }
    open[top] = due - 1n;

    const header = headerAt(document, Number(at));
    declared += header.slots;
    if (declared > BigInt(document.length) - 1n) refuse('kBoundsSlots');
    at += BigInt(header.size) + header.body;
    if (at > BigInt(document.length)) refuse('kBoundsIncomplete');
    if (!header.container) continue;
    // `open` holds the root list too, so its length is the depth this container has.
    if (open.length > depthLimit) refuse('kBoundsDepth');
    open.push(header.children);
  }
  if (at < BigInt(document.length)) refuse('kBoundsTrailing');
}

function headerAt(document: Uint8Array, at: number): Header {
  const marker = document[at] ?? refuse('kBoundsIncomplete');
  const length = (width: number): bigint => {
    if (at + 1 + width > document.length) refuse('kBoundsIncomplete');
    return readBigEndian(document, at + 1, width);
  };
  if (marker <= 0x7f || marker >= 0xe0) return scalar(0n);
  if (marker <= 0x8f) return map(1, BigInt(marker & 15));
  if (marker <= 0x9f) return array(1, BigInt(marker & 15));
  if (marker <= 0xbf) return bytes(1, BigInt(marker & 31));
  switch (marker) {
    case 0xc1:
      return refuse('kBoundsInvalidByte');
    case 0xc0:
    case 0xc2:
    case 0xc3:
      return scalar(0n);
    case 0xc4:
    case 0xd9:
      return bytes(2, length(1));
    case 0xc5:
    case 0xda:
      return bytes(3, length(2));
    case 0xc6:
    case 0xdb:
      return bytes(5, length(4));
    case 0xc7:
      return ext(2, length(1));
    case 0xc8:
      return ext(3, length(2));
    case 0xc9:
      return ext(5, length(4));
    case 0xdc:
      return array(3, length(2));
    case 0xdd:
      return array(5, length(4));
    case 0xde:
      return map(3, length(2));
    case 0xdf:
      return map(5, length(4));
    default:
      return scalar(byteCount[marker] ?? refuse('kBoundsInvalidByte'));
  }
}

/** Fixed-width scalars, and fixext with its type byte. */
const byteCount: Readonly<Record<number, bigint>> = {
  202: 4n,
  203: 8n,
  204: 1n,
  205: 2n,
  206: 4n,
  207: 8n,
  208: 1n,
  209: 2n,
  210: 4n,
  211: 8n,
  212: 2n,
  213: 3n,
  214: 5n,
  215: 9n,
  216: 17n,
};

function scalar(body: bigint): Header {
  return { size: 1, children: 0n, body, slots: 0n, container: false };
}
function bytes(size: number, count: bigint): Header {
  return { size, children: 0n, body: count, slots: count, container: false };
}
/** The type byte belongs to the body, but is not declared. */
function ext(size: number, count: bigint): Header {
  return { size, children: 0n, body: count + 1n, slots: count, container: false };
}
function array(size: number, count: bigint): Header {
  return { size, children: count, body: 0n, slots: count, container: true };
}
function map(size: number, pairs: bigint): Header {
  return { size, children: 2n * pairs, body: 0n, slots: 2n * pairs, container: true };
}

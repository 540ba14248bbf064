/** A value of any writer, canonical or not (PROTOCOL §7.4). */

import type { Entry, Item } from '../../js/conformance/interop-model.ts';
import { checkBounds } from './bounds.ts';
import { byteAt, readBigEndian } from './bytes.ts';

/** Exactly one document. Sentinel maps stay maps: reviving them is for the languages. */
export function readValue(document: Uint8Array): Item {
  checkBounds(document);
  return new ValueReader(document).item();
}

class ValueReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  /** @param bytes within the bounds of PROTOCOL §8 */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  item(): Item {
    const marker = Number(this.#number(1));
    if (marker < 0x80) return { is: 'int', value: BigInt(marker) };
    if (marker < 0x90) return this.#map(marker & 15);
    if (marker < 0xa0) return this.#list(marker & 15);
    if (marker < 0xc0) return this.#text(marker & 31);
    if (marker >= 0xe0) return { is: 'int', value: BigInt(marker - 0x100) };
    switch (marker) {
      case 0xc0:
        return { is: 'null' };
      case 0xc2:
      case 0xc3:
        return { is: 'bool', value: marker === 0xc3 };
      case 0xca:
        return { is: 'float', value: this.#view(4).getFloat32(0) };
      case 0xcb:
        return { is: 'float', value: this.#view(8).getFloat64(0) };
    }
    if (marker < 0xc7) return { is: 'bytes', bytes: this.#take(this.#size(marker - 0xc4)) };
    if (marker < 0xca) return this.#ext(this.#size(marker - 0xc7));
    if (marker < 0xd0) return { is: 'int', value: this.#number(1 << (marker - 0xcc)) };
    if (marker < 0xd4) return this.#signed(1 << (marker - 0xd0));
    if (marker < 0xd9) return this.#ext(1 << (marker - 0xd4));
    if (marker < 0xdc) return this.#text(this.#size(marker - 0xd9));
    return marker < 0xde
      ? this.#list(this.#size(marker - 0xdc + 1))
      : this.#map(this.#size(marker - 0xde + 1));
  }

  #list(count: number): Item {
    return { is: 'list', items: Array.from({ length: count }, () => this.item()) };
  }

  #map(count: number): Item {
    const entries = Array.from({ length: count }, (): Entry => [this.item(), this.item()]);
    return { is: 'map', entries };
  }

  #text(size: number): Item {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { is: 'text', text: decoder.decode(this.#take(size)) };
  }

  #ext(size: number): Item {
    const type = Number(BigInt.asIntN(8, this.#number(1)));
    return { is: 'ext', type, bytes: this.#take(size) };
  }

  #signed(width: number): Item {
    return { is: 'int', value: BigInt.asIntN(8 * width, this.#number(width)) };
  }

  /** A length of 8, 16 or 32 bits. */
  #size(power: number): number {
    return Number(this.#number(1 << power));
  }

  #number(width: number): bigint {
    const value = readBigEndian(this.#bytes, this.#at, width);
    this.#at += width;
    return value;
  }

  #view(width: number): DataView {
    return new DataView(this.#take(width).buffer);
  }

  #take(size: number): Uint8Array {
    const from = this.#at;
    this.#at += size;
    return Uint8Array.from({ length: size }, (_, i) => byteAt(this.#bytes, from + i));
  }
}

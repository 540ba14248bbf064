import { coreError } from './core-error.ts';
import type { WasmModule } from './wasm-module.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8 takes at most this many bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** The number a call of the core gave, or the error it stands for. */
export function checked(outcome: number): number {
  if (outcome < 0) throw coreError(-outcome);
  return outcome;
}

/**
 * Reads and writes linear memory. Everything between `write` and `close` happens in one synchronous
 * stretch: the window is one for all callers, and a view of the memory dies when the memory grows.
 */
export class WasmMemory {
  readonly module: WasmModule;
  readonly #results: number;

  constructor(module: WasmModule) {
    this.module = module;
    this.#results = checked(module.resultsAddress()) / Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Puts the parts into the window, the text behind them as UTF-8. Returns the text's bytes. */
  write(parts: readonly Uint8Array[], text = ''): number {
    let size = text.length * MAX_BYTES_PER_UNIT;
    for (const part of parts) size += part.length;
    const address = checked(this.module.openWindow(size));
    const heap = this.module.HEAPU8;
    let end = address;
    for (const part of parts) {
      heap.set(part, end);
      end += part.length;
    }
    if (text === '') return 0;
    return encoder.encodeInto(text, heap.subarray(end, address + size)).written;
  }

  /** A further result of the last call. */
  result(index: number): number {
    return this.module.HEAPU32[this.#results + index] ?? 0;
  }

  /** Bytes in linear memory: to be used up before the next call. */
  view(address: number, size: number): Uint8Array<ArrayBuffer> {
    return this.module.HEAPU8.subarray(address, address + size);
  }

  /** A copy of the bytes that a call published. */
  copyPublished(outcome: number): Uint8Array<ArrayBuffer> {
    const size = checked(outcome);
    const address = this.result(0);
    return this.module.HEAPU8.slice(address, address + size);
  }

  textPublished(outcome: number): string {
    const size = checked(outcome);
    return decoder.decode(this.view(this.result(0), size));
  }

  /** Wipes input and output. */
  close(): void {
    this.module.closeWindows();
  }
}

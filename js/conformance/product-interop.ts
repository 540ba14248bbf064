/** Interop mode of the product over one core. */
import type { Core } from '../core/core.ts';
import { ArgumentStream } from '../interop/argument-stream.ts';
import { decodeInteropValue, encodeInteropValue } from '../interop/codec.ts';
import { generateInteropKey } from '../interop/keys.ts';
import { itemOfValue, valueOfItem } from './interop-items.ts';
import type { InteropSide } from './target.ts';

/** @param canonical what the core makes of a stream of arguments, which only its test build shows */
export function productInterop(
  core: Core,
  canonical: (stream: Uint8Array) => Uint8Array,
): InteropSide {
  return {
    key: (namespace, operation, args) =>
      generateInteropKey(() => core, namespace, operation, args.map(valueOfItem)),
    canonicalArguments: (args) => canonical(new ArgumentStream().of(args.map(valueOfItem))),
    encode: (value) => encodeInteropValue(valueOfItem(value)),
    decode: (document) => itemOfValue(decodeInteropValue(document)),
  };
}

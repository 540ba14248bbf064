/** What interop mode can carry, whatever the language (PROTOCOL §7.3). */
export type Item =
  | { readonly is: 'null' }
  | { readonly is: 'bool'; readonly value: boolean }
  /** `wide` where JavaScript is to give it as a BigInt. */
  | { readonly is: 'int'; readonly value: bigint; readonly wide?: boolean }
  | { readonly is: 'float'; readonly value: number }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'bytes'; readonly bytes: Uint8Array }
  | { readonly is: 'list' | 'set'; readonly items: readonly Item[] }
  | { readonly is: 'map'; readonly entries: readonly Entry[] }
  /** Microseconds since the epoch. */
  | { readonly is: 'instant'; readonly value: bigint }
  | { readonly is: 'uuid'; readonly text: string }
  /** Read, never written. */
  | { readonly is: 'ext'; readonly type: number; readonly bytes: Uint8Array };

/** Keys are text wherever something is written. */
export type Entry = readonly [Item, Item];

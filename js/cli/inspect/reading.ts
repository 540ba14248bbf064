/** What some bytes were found to be. */
export interface Reading {
  readonly kind: Kind;
  /** Of all of it. */
  readonly bytes: number;
  /** Sizes and verdicts; no content. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Why it is damaged. */
  readonly damage?: string;
  /** What lies inside. */
  readonly holds?: Reading;
}

export type Kind =
  | 'file-backend entry'
  | 'Python frame'
  | 'interop v2 container'
  | 'ByteStorage envelope'
  | 'labelled value'
  | 'MessagePack'
  | 'interop value'
  | 'sealed blob'
  | 'nothing'
  | 'unknown';

/** Bytes of content for each stored one, to two places. */
export function ratio(content: number, stored: number): string {
  return stored === 0 ? '–' : (content / stored).toFixed(2);
}

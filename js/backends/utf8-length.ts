/** How many bytes a text is in UTF-8. The encoder is no constant, so that nothing runs on import. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Control, format (bidi, zero-width) and separator characters, and surrogates without a partner. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const CUT = '…';

/**
 * Text that others wrote, made fit for one line of a log: whatever could end the line, drive a
 * terminal or reorder what is read becomes `\u{hex}`. Backslashes stay, so escaping twice changes
 * nothing.
 * @param maxLength characters of the result, at least 1; what is cut off is marked by "…"
 */
export function escapeText(text: string, maxLength = 200): string {
  let escaped = '';
  for (const character of text) {
    const safe = UNSAFE.test(character) ? escapeCharacter(character) : character;
    if (escaped.length + safe.length > maxLength) return cutShort(escaped, maxLength);
    escaped += safe;
  }
  return escaped;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function cutShort(escaped: string, maxLength: number): string {
  if (escaped.length + CUT.length <= maxLength) return escaped + CUT;
  const kept = escaped.slice(0, maxLength - CUT.length);
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + CUT;
}

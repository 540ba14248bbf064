import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText } from '../../../js/log/escape.ts';

describe('B49: untrusted text is escaped in the library', () => {
  it.each([
    ['a\nb\r\tc', 'a\\u{a}b\\u{d}\\u{9}c'],
    ['\u001b[31mred\u0007', '\\u{1b}[31mred\\u{7}'],
    ['\u007f\u0085\u009b', '\\u{7f}\\u{85}\\u{9b}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['\u202egpj.exe\u2066\u200f\u061c', '\\u{202e}gpj.exe\\u{2066}\\u{200f}\\u{61c}'],
    ['\u200b\ufeff\u{e0041}', '\\u{200b}\\u{feff}\\u{e0041}'],
    ['\ud800x', '\\u{d800}x'],
    ['key "é" 日本 😀 \\n', 'key "é" 日本 😀 \\n'],
    ['', ''],
  ])('%j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  it('caps the length of the result, not of the input', () => {
    expect(escapeText('x'.repeat(200))).toBe('x'.repeat(200));
    expect(escapeText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(escapeText('\n'.repeat(10), 8)).toBe('\\u{a}…');
    expect(escapeText('ab', 1)).toBe('…');
  });

  it('does not cut a pair of surrogates in two', () => {
    expect(escapeText('a😀b', 3)).toBe('a…');
    expect(escapeText('a😀bc', 4)).toBe('a😀…');
  });

  it('holds for any text, and again for its own result', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        const escaped = escapeText(text, max);
        expect(escaped.length).toBeLessThanOrEqual(max);
        expect(escaped.isWellFormed()).toBe(true);
        expect(escaped).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(escapeText(escaped, max)).toBe(escaped);
      }),
    );
  });
});

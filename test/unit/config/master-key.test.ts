import { describe, expect, test } from 'vitest';
import { generateKey } from '../../../js/config/generate-key.ts';
import { parseMasterKey, parsePreviousMasterKeys } from '../../../js/config/master-key.ts';
import { ConfigurationError } from '../../../js/errors.ts';

const GOOD = '00ff'.repeat(16);

describe('a master key is exactly 64 hex digits', () => {
  test.each([
    ['every digit in both cases', '0123456789abcdefABCDEF'.padEnd(64, '9')],
    ['a first byte of 0x80', '80'.padEnd(64, '0')],
    ['a generated key', generateKey()],
  ])('accepts %s', (_name, text) => {
    expect(Buffer.from(parseMasterKey(text, 'masterKey')).toString('hex')).toBe(text.toLowerCase());
  });

  const refused: [string, unknown][] = [
    ['65 digits', `${GOOD}0`],
    ['63 digits', GOOD.slice(1)],
    ['a digit that is not hex', `g${GOOD.slice(1)}`],
    ['trailing text', `${GOOD}gg`],
    ['a sign', `+${GOOD.slice(1)}`],
    ['31 bytes', GOOD.slice(2)],
    ['16 bytes', GOOD.slice(32)],
    ['31 bytes and a line end', `${GOOD.slice(2)}\r\n`],
    ['64 digits and a newline', `${GOOD}\n`],
    ['31 bytes and spaces', `${GOOD.slice(2)}  `],
    ['a 0x prefix', `0x${GOOD.slice(2)}`],
    ['full-width digits', '０'.repeat(64)],
    ['nothing', ''],
    ['undefined', undefined],
    ['null', null],
    ['a number', 64],
    ['raw bytes', new Uint8Array(32)],
    ['an object that prints as a key', { toString: () => GOOD }],
  ];
  test.each(refused)('refuses %s and never shows it', (_name, value) => {
    const error = caught(() => parseMasterKey(value, 'encryption.masterKey'));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain('encryption.masterKey');
    if (typeof value === 'string' && value !== '') expect(String(error)).not.toContain(value);
  });
});

describe('decrypt-only keys', () => {
  const current = parseMasterKey(GOOD, 'k');
  const others = ['11', '22', '33', '44'].map((pair) => pair.repeat(32));

  test('takes up to three', () => {
    expect(parsePreviousMasterKeys(others.slice(0, 3), current, 'p')).toHaveLength(3);
    expect(parsePreviousMasterKeys(undefined, current, 'p')).toEqual([]);
  });

  test.each([
    ['four keys', others],
    ['the current key', [GOOD]],
    ['the current key in capitals', [GOOD.toUpperCase()]],
    ['one key twice', [others[0], others[0]?.toUpperCase()]],
    ['a string instead of a list', others[0]],
    ['null', null],
    ['a bad key', ['x']],
  ])('refuses %s', (_name, list) => {
    expect(() => parsePreviousMasterKeys(list, current, 'p')).toThrow(ConfigurationError);
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

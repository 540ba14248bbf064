import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError, type CachekitError, ConfigurationError } from '../../../js/errors.ts';
import { log, setLogger } from '../../../js/log/logger.ts';
import { unhandledRejections } from '../../helpers/unhandled-rejections.ts';

const printed = vi.fn<(...parts: unknown[]) => void>();

beforeEach(() => {
  printed.mockReset();
  vi.spyOn(console, 'error').mockImplementation(printed);
});

afterEach(() => {
  setLogger(null);
  vi.restoreAllMocks();
});

describe('the logger', () => {
  it('is console.error until one is set, and again after null', () => {
    log('first');
    const lines: string[] = [];
    setLogger((message) => lines.push(message));
    log('second');
    setLogger(null);
    log('third');
    expect(printed.mock.calls).toEqual([['first'], ['third']]);
    expect(lines).toEqual(['second']);
  });

  it('receives our own errors, and one argument where there is none', () => {
    const logger = vi.fn<(message: string, error?: CachekitError) => void>();
    setLogger(logger);
    const error = new BackendError('the store is full');
    log('write failed', error);
    log('plain');
    expect(logger.mock.calls).toEqual([
      ['write failed: BackendError ERR_BACKEND', error],
      ['plain'],
    ]);
  });

  it('never repeats the text of a foreign error', () => {
    const logger = vi.fn<(message: string, error?: CachekitError) => void>();
    setLogger(logger);
    log('read failed', new TypeError('secret-key-17 at redis://user:pw@host'));
    log('read failed', 'secret-key-17');
    expect(logger.mock.calls).toEqual([
      ['read failed: TypeError'],
      ['read failed: a thrown string'],
    ]);
  });

  it('writes one line, whatever is in the message (B49)', () => {
    log('evil\nERROR forged line\u202e');
    expect(printed.mock.calls).toEqual([['evil\\u{a}ERROR forged line\\u{202e}']]);
  });

  it.each([undefined, 'console', {}, 1])('refuses %s', (logger) => {
    expect(() => Reflect.apply(setLogger, null, [logger])).toThrow(ConfigurationError);
  });
});

describe('B51: a failing logger is contained', () => {
  const failing: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    [
      'returns a thenable whose then throws',
      () => ({
        then() {
          throw new Error('disk full');
        },
      }),
    ],
  ];

  it.each(failing)('one that %s', async (_how, logger) => {
    const reasons = await unhandledRejections(() => {
      setLogger(logger);
      log('kept');
    });
    expect(reasons).toEqual([]);
    expect(printed.mock.calls).toEqual([['kept']]);
  });

  it('even when console.error throws as well', () => {
    printed.mockImplementation(() => {
      throw new Error('closed pipe');
    });
    expect(() => log('lost')).not.toThrow();
    setLogger(() => {
      throw new Error('disk full');
    });
    expect(() => log('lost')).not.toThrow();
    expect(printed).toHaveBeenCalledTimes(2);
  });

  it('the helper would see an unhandled rejection', async () => {
    const reason = new Error('nobody');
    expect(await unhandledRejections(() => void Promise.reject(reason))).toEqual([reason]);
  });
});

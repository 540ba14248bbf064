import { describe, expect, it } from 'vitest';
import { isLockableBackend, isTTLBackend } from '../../../../js/backends/backend.ts';
import { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import {
  cachekitio,
  cachekitioFull,
  cachekitioWithLocking,
  cachekitioWithTTL,
} from '../../../../js/backends/http/factories.ts';
import {
  type CachekitIOBackendConfig,
  resolveServiceOptions,
} from '../../../../js/backends/http/options.ts';
import { ConfigurationError } from '../../../../js/errors.ts';

const apiKey = 'ck_test_1';

function make(options: unknown): CachekitIOBackend {
  return Reflect.construct(CachekitIOBackend, [options]);
}

describe('the options of cachekitio()', () => {
  it('have the defaults of the reference', () => {
    expect(resolveServiceOptions({ apiKey })).toStrictEqual({
      apiKey,
      apiUrl: 'https://api.cachekit.io',
      defaultTtl: undefined,
      staleTtl: 0,
      timeout: 5_000,
      maxValueBytes: 26_214_400,
      metricsProvider: undefined,
    });
  });

  it('are refused where they are no object', () => {
    for (const options of [undefined, null, 'ck_live_x', 5, []]) {
      expect(() => make(options)).toThrow(ConfigurationError);
    }
  });

  it('are refused where nobody reads them, hidden and inherited ones too (B50)', () => {
    const hidden = Object.defineProperty({ apiKey }, 'secret', { value: 1 });
    for (const options of [{ apiKey, ttl: 5 }, { apiKey, apiurl: 'x' }, hidden]) {
      expect(() => make(options)).toThrow(/does not take the option/);
    }
    expect(() => make(Object.create({ apiKey, retries: 3 }))).toThrow(/"retries"/);
    expect(() => make({ apiKey, retries: undefined })).not.toThrow();
  });

  const WRONG: Readonly<Record<string, readonly unknown[]>> = {
    apiKey: [undefined, null, '', ' ', 'a b', 'a\n', 'ключ', 'a\u007f', 5, {}, 'k'.repeat(513)],
    apiUrl: [null, '', 'http://api.cachekit.io', 'https://cache.example', 'https://127.0.0.1'],
    defaultTtl: [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_592_001, '60', null],
    staleTtl: [-1, Number.NaN, Number.POSITIVE_INFINITY, 2_592_001, '60', null],
    timeout: [0, 0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 86_400_001, '5000', null],
    maxValueBytes: [0, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 29 + 1, '1', null],
    allowCustomHost: ['true', 'yes', 1, null, {}],
    metricsProvider: [null, {}, 'x'],
  };
  for (const [name, values] of Object.entries(WRONG)) {
    it.each(values)(`are refused with ${name} %j`, (value) => {
      expect(() => make({ apiKey, [name]: value })).toThrow(ConfigurationError);
      expect(() => make({ apiKey, [name]: value })).toThrow(name);
    });
  }

  it('are taken at their limits', () => {
    const options: CachekitIOBackendConfig[] = [
      { apiKey: 'k'.repeat(512) },
      { apiKey, defaultTtl: 2_592_000, timeout: 1, maxValueBytes: 1 },
      { apiKey, timeout: 86_400_000, maxValueBytes: 2 ** 29 },
      { apiKey, apiUrl: 'https://cache.example', allowCustomHost: true },
      { apiKey, staleTtl: 0 },
      { apiKey, staleTtl: 2_592_000 },
      { apiKey, metricsProvider: () => null },
    ];
    for (const each of options) expect(() => new CachekitIOBackend(each)).not.toThrow();
    expect(resolveServiceOptions({ apiKey, defaultTtl: 0.2 }).defaultTtl).toBe(1);
  });

  it('are read once: what was checked is what is used', () => {
    let reads = 0;
    const options = {
      apiKey,
      allowCustomHost: true,
      get apiUrl() {
        reads += 1;
        return reads === 1 ? 'https://cache.example' : 'https://127.0.0.1';
      },
    };
    expect(resolveServiceOptions(options).apiUrl).toBe('https://cache.example');
  });
});

describe('the factories', () => {
  it.each([cachekitio, cachekitioWithLocking, cachekitioWithTTL, cachekitioFull])(
    'make a backend with all capabilities',
    (factory) => {
      const backend = factory({ apiKey });
      expect(backend).toBeInstanceOf(CachekitIOBackend);
      expect([isTTLBackend(backend), isLockableBackend(backend)]).toStrictEqual([true, true]);
      expect(() => factory({ apiKey: '' })).toThrow(ConfigurationError);
    },
  );
});

import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { createCache as createNodeCache } from '../../../js/node.ts';
import { backend, masterKey, recorder } from './preset-recorder.ts';

const PRODUCTION_RELIABILITY = {
  circuitBreaker: {
    failureThreshold: 5,
    successThreshold: 3,
    timeout: 5000,
    halfOpenMaxCalls: 3,
    rollingWindow: 60000,
  },
  retry: { maxAttempts: 3, baseDelay: 100, maxDelay: 5000, deadline: 5000 },
  degradation: true,
};

describe('defaults', () => {
  test('createCache itself hands its options on as they are', () => {
    const { createCache, last } = recorder();
    const options = { backend };
    createCache(options);
    expect(last()).toBe(options);
  });

  test('minimal', () => {
    const { createCache, last } = recorder();
    createCache.minimal({ backend });
    expect(last()).toEqual({
      backend,
      defaultTtl: 300,
      l1: { swrEnabled: false, namespaceIndex: false },
      reliability: { degradation: false },
    });
  });

  test('production', () => {
    const { createCache, last } = recorder();
    createCache.production({ backend });
    expect(last()).toEqual({
      backend,
      defaultTtl: 600,
      l1: { swrEnabled: true, namespaceIndex: true },
      reliability: PRODUCTION_RELIABILITY,
      metrics: true,
    });
  });

  test('secure', () => {
    const { createCache, last } = recorder();
    createCache.secure({ backend, masterKey });
    expect(last()).toEqual({
      backend,
      defaultTtl: 600,
      l1: { swrEnabled: true, namespaceIndex: true },
      reliability: PRODUCTION_RELIABILITY,
      metrics: true,
      encryption: { masterKey },
    });
  });

  test('io', () => {
    const { createCache, last } = recorder();
    createCache.io({ apiKey: 'ck_live_a', encryption: { masterKey } });
    expect(last()).toEqual({
      backend: { apiKey: 'ck_live_a' },
      defaultTtl: 3600,
      l1: { swrEnabled: true, namespaceIndex: true },
      reliability: PRODUCTION_RELIABILITY,
      metrics: true,
      encryption: { masterKey },
    });
  });
});

describe('explicit options', () => {
  test('override the defaults and leave the others', () => {
    const { createCache, last } = recorder();
    createCache.production({
      backend,
      ttl: 5,
      negativeTtl: 1,
      ttlJitter: 0.1,
      compression: false,
      serializer: { maxDepth: 50 },
      keyFormat: 'cachekit-ts',
      metrics: false,
      l1: { maxEntries: 7, swrEnabled: false },
      reliability: { circuitBreaker: { timeout: 9 }, retry: { deadline: 8 }, degradation: false },
    });
    expect(last()).toEqual({
      backend,
      defaultTtl: 5,
      negativeTtl: 1,
      ttlJitter: 0.1,
      compression: false,
      serializer: { maxDepth: 50 },
      keyFormat: 'cachekit-ts',
      metrics: false,
      l1: { maxEntries: 7, swrEnabled: false, namespaceIndex: true },
      reliability: {
        circuitBreaker: { ...PRODUCTION_RELIABILITY.circuitBreaker, timeout: 9 },
        retry: { ...PRODUCTION_RELIABILITY.retry, deadline: 8 },
        degradation: false,
      },
    });
  });

  test('minimal takes back what it leaves out', () => {
    const { createCache, last } = recorder();
    const retry = { maxAttempts: 2 };
    createCache.minimal({ backend, l1: { swrEnabled: true }, reliability: { retry } });
    expect(last()?.l1).toEqual({ swrEnabled: true, namespaceIndex: false });
    expect(last()?.reliability).toEqual({ retry, degradation: false });
  });

  test('null in l1 means the default of the preset', () => {
    const { createCache, last } = recorder();
    createCache.minimal({ backend, l1: { swrEnabled: null, maxEntries: null } });
    expect(last()?.l1).toEqual({ swrEnabled: false, namespaceIndex: false });
    createCache.minimal({ backend, l1: null });
    expect(last()?.l1).toEqual({ swrEnabled: false, namespaceIndex: false });
  });

  test('do not change the defaults of the next cache', () => {
    const { createCache, last } = recorder();
    createCache.production({ backend, reliability: { retry: { maxAttempts: 9 } } });
    createCache.production({ backend });
    expect(last()?.reliability).toEqual(PRODUCTION_RELIABILITY);
  });

  test('undefined is as good as left out', () => {
    const { createCache, last } = recorder();
    createCache.minimal({ backend });
    const plain = last();
    createCache.minimal({
      backend,
      ttl: undefined,
      defaultTtl: undefined,
      l1: undefined,
      reliability: undefined,
      ...{ masterKey: undefined, url: undefined, encryption: undefined },
    });
    expect(last()).toEqual(plain);
  });

  test('defaultTtl is another name of ttl', () => {
    const { createCache, last } = recorder();
    createCache.minimal({ backend, defaultTtl: 12 });
    expect(last()?.defaultTtl).toBe(12);
    expect(() => createCache.minimal({ backend, ttl: 12, defaultTtl: 12 })).toThrow(/only one/);
  });

  test('count when they are inherited, hidden or computed', () => {
    const { createCache, last } = recorder();
    const retry = Object.create({ maxAttempts: 7 });
    class Options {
      backend = backend;
      get ttl(): number {
        return 77;
      }
    }
    const options = Object.defineProperty(new Options(), 'reliability', { value: { retry } });
    createCache.production(options);
    expect(last()?.defaultTtl).toBe(77);
    expect(last()?.reliability?.retry?.maxAttempts).toBe(7);
  });

  test('a getter is read once', () => {
    const { createCache, last } = recorder();
    let reads = 0;
    createCache.secure({
      backend,
      get masterKey() {
        reads++;
        return reads === 1 ? masterKey : 'b'.repeat(64);
      },
    });
    expect(reads).toBe(1);
    expect(last()?.encryption?.masterKey).toBe(masterKey);
  });
});

describe('B50: an option that a preset does not apply is refused by name', () => {
  const { createCache, opened } = recorder({ CACHEKIT_MASTER_KEY: masterKey });
  const presets = {
    minimal: (more: object) => createCache.minimal(Object.assign(more, { backend })),
    production: (more: object) => createCache.production(Object.assign(more, { backend })),
    secure: (more: object) => createCache.secure(Object.assign(more, { backend })),
    io: (more: object) => createCache.io(Object.assign(more, { apiKey: 'a' })),
  };

  const cases = [
    ['minimal', 'metrics', true],
    ['minimal', 'encryption', { masterKey }],
    ['minimal', 'masterKey', masterKey],
    ['production', 'encryption', { masterKey }],
    ['production', 'masterKey', masterKey],
    ['production', 'previousMasterKeys', []],
    ['production', 'tenantId', 'a'],
    ['production', 'onFailure', 'throw'],
    ['secure', 'encryption', { masterKey }],
    ['secure', 'stampede', {}],
    ['io', 'backend', backend],
    ['io', 'masterKey', masterKey],
    ['io', 'url', 'redis://localhost'],
  ] as const;

  test.each(cases)('%s: %s', (preset, name, value) => {
    const given = [
      { [name]: value },
      Object.create({ [name]: value }),
      Object.defineProperty({}, name, { value, enumerable: false }),
      Object.defineProperty({}, name, { get: () => value }),
      Object.create(Object.defineProperty({}, name, { get: () => value })),
    ];
    for (const options of given) {
      expect(() => presets[preset](options)).toThrow(ConfigurationError);
    }
    expect(() => presets[preset]({ [name]: value })).toThrow(
      new RegExp(`createCache\\.${preset}\\(\\) does not take the option "${name}"`),
    );
    expect(opened).toEqual([]);
  });

  test('also within reliability and l1', () => {
    const misspelt = JSON.parse('{"__proto__": {"maxAttempts": 2}}');
    const refused = (more: object) =>
      expect(() => createNodeCache.production({ backend, ...more }));
    refused({ reliability: { retry: { attempts: 2 } } }).toThrow(/"attempts"/);
    refused({ reliability: { retry: misspelt } }).toThrow(/"__proto__"/);
    refused({ reliability: { breaker: {} } }).toThrow(/"breaker"/);
    refused({ reliability: { retry: false } }).toThrow(/reliability\.retry takes an object/);
    refused({ reliability: null }).toThrow(/reliability takes an object/);
    refused({ l1: { size: 1 } }).toThrow(/"size"/);
    refused({ l1: 5 }).toThrow(/l1 takes an object/);
    refused({ keyFormat: 'other' }).toThrow(/keyFormat must be/);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
  ])('%s in place of options', (_name, options) => {
    expect(() => Reflect.apply(createCache.minimal, undefined, [options])).toThrow(/object of/);
  });

  test('no backend', () => {
    expect(() => Reflect.apply(createNodeCache.minimal, undefined, [{}])).toThrow(
      /needs a backend/,
    );
  });
});

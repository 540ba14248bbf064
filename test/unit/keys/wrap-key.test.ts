import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { extractNamespace, generateParamsHash, WrapKeys } from '../../../js/keys/wrap-key.ts';
import { blake2bHex } from '../../reference/blake2b.ts';

const hash = (bytes: Uint8Array): string => blake2bHex(bytes, 32);
const args = [42, 'user-profile', { region: 'au', tier: 3 }];

describe('WrapKeys', () => {
  it('makes {namespace}:{64 hex}, in every call the same', () => {
    const keys = new WrapKeys(hash);
    const key = keys.keyFor({ namespace: 'users:profile' }, args);
    expect(key).toMatch(/^users:profile:[0-9a-f]{64}$/);
    keys.keyFor({ namespace: 'users:profile' }, ['x'.repeat(60_000)]);
    expect(keys.keyFor({ namespace: 'users:profile' }, args)).toBe(key);
    keys.wipe();
    expect(keys.keyFor({ namespace: 'users:profile' }, args)).toBe(key);
    expect(extractNamespace(key)).toBe('users:profile');
  });

  it('is the same in another process', () => {
    const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      const { WrapKeys } = await import(${module('../../../js/keys/wrap-key.ts')});
      const { blake2bHex } = await import(${module('../../reference/blake2b.ts')});
      const keys = new WrapKeys((bytes) => blake2bHex(bytes, 32));
      const args = [new Map([[{ b: 1, a: 2 }, new Set([3, 'x'])]]), new Date(5), 7n];
      process.stdout.write(keys.keyFor({ namespace: 'n', name: 'f' }, args));`;
    const theirs = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      encoding: 'utf8',
    });
    const ours = [new Map([[{ a: 2, b: 1 }, new Set(['x', 3])]]), new Date(5), 7n];
    expect(theirs).toBe(new WrapKeys(hash).keyFor({ namespace: 'n', name: 'f' }, ours));
  });

  it('A11: keeps functions that share a namespace apart by their names', () => {
    const keys = new WrapKeys(hash);
    const made = [undefined, 'a', 'b', 'ab', 'null'].map((name) =>
      keys.keyFor({ namespace: 'n', name }, []),
    );
    expect(new Set(made).size).toBe(5);
    expect(keys.keyFor({ namespace: 'n', name: 'a' }, ['b'])).not.toBe(
      keys.keyFor({ namespace: 'n', name: 'ab' }, []),
    );
  });

  it("leaves the name out in the format 'cachekit-ts'", () => {
    const keys = new WrapKeys(hash, 'cachekit-ts');
    expect(keys.keyFor({ namespace: 'n', name: 'a' }, args)).toBe(
      keys.keyFor({ namespace: 'n' }, args),
    );
    expect(keys.keyFor({ namespace: 'n' }, [42])).toBe(
      'n:61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875',
    );
  });

  it('hands the hash a view of exactly what was encoded, whatever came before', () => {
    const sizes: number[] = [];
    const keys = new WrapKeys((bytes) => {
      sizes.push(bytes.length);
      return Buffer.from(bytes).toString('hex');
    });
    const short = keys.keyFor({ namespace: 'n' }, ['a']);
    keys.keyFor({ namespace: 'n' }, ['x'.repeat(10_000)]);
    expect(keys.keyFor({ namespace: 'n' }, ['a'])).toBe(short);
    expect(keys.keyFor({ namespace: 'n' }, ['b'])).not.toBe(short);
    expect(sizes).toEqual([5, 10_006, 5, 5]);
  });

  it('wipes the arguments from its buffer', () => {
    let seen: Uint8Array = new Uint8Array(0);
    const keys = new WrapKeys((bytes) => {
      seen = new Uint8Array(bytes.buffer);
      return 'x';
    });
    keys.keyFor({ namespace: 'n' }, ['hunter2']);
    expect(Buffer.from(seen).includes('hunter2')).toBe(true);
    keys.wipe();
    expect(seen.every((byte) => byte === 0)).toBe(true);
  });

  it('passes on what the hash throws, and works on', () => {
    let broken = true;
    const keys = new WrapKeys((bytes) => {
      if (broken) throw new RangeError('no core');
      return hash(bytes);
    });
    expect(() => keys.keyFor({ namespace: 'n' }, args)).toThrow(RangeError);
    broken = false;
    expect(keys.keyFor({ namespace: 'n' }, args)).toHaveLength(66);
  });

  it('refuses an unknown format', () => {
    const format: string = 'cachekit-py';
    expect(() => Reflect.construct(WrapKeys, [hash, format])).toThrow(ConfigurationError);
  });
});

describe('identity', () => {
  const keyFor = (identity: object): unknown => {
    const keys = new WrapKeys(hash);
    return Reflect.apply(keys.keyFor, keys, [identity, []]);
  };

  it.each([
    'users',
    'a:b:c',
    'ns1',
    'nsapix',
    'a:ns',
    'NS',
    '.',
    'a.b',
    'größe',
    '/path',
    'x'.repeat(2000),
  ])('takes the namespace %s', (namespace) => {
    expect(keyFor({ namespace })).toMatch(/:[0-9a-f]{64}$/);
  });

  it.each([
    undefined,
    null,
    1,
    '',
    ' ',
    'a b',
    'a\n',
    'a\u0000',
    'a\u0085',
    'a\u007f',
    'a\u00a0b',
    '\ufeffa',
    'a\u2028',
    'a\ud800',
    '..',
    'a..b',
    'ns',
    'nsapi',
    'ns:',
    'ns:a',
    'nsapi:a',
  ])('B47: refuses the namespace %j', (namespace) => {
    expect(() => keyFor({ namespace })).toThrow(ConfigurationError);
  });

  it.each(['', null, 1, 'a\ud800', {}])('refuses the function name %j', (name) => {
    expect(() => keyFor({ namespace: 'n', name })).toThrow(ConfigurationError);
  });

  it('checks each of more namespaces than it remembers', () => {
    const keys = new WrapKeys(() => 'x');
    for (let i = 0; i < 3000; i++) keys.keyFor({ namespace: `n${i}` }, []);
    expect(() => keys.keyFor({ namespace: 'a b' }, [])).toThrow(ConfigurationError);
    expect(keys.keyFor({ namespace: 'n0' }, [])).toBe('n0:x');
  });
});

describe('generateParamsHash', () => {
  it.each(['sealcache', 'cachekit-ts'] as const)('is the hash part of a %s key', (format) => {
    const key = new WrapKeys(hash, format).keyFor({ namespace: 'a:b' }, args);
    expect(`a:b:${generateParamsHash(args, hash, format)}`).toBe(key);
  });

  it('takes the default format', () => {
    expect(generateParamsHash(args, hash)).toBe(generateParamsHash(args, hash, 'sealcache'));
  });
});

describe('extractNamespace', () => {
  const hex = '0123456789abcdef'.repeat(4);
  it.each([
    [`n:${hex}`, 'n'],
    [`a:b:c:${hex}`, 'a:b:c'],
    [`n:${hex.toUpperCase()}`, 'n'],
    [`n:${hex}:${hex}`, `n:${hex}`],
    [`:${hex}`, ''],
    [hex, hex],
    ['no-hash', 'no-hash'],
    ['', ''],
    [`n:${hex.slice(1)}`, `n:${hex.slice(1)}`],
    [`n:0${hex}`, `n:0${hex}`],
    [`n:${hex.slice(1)}g`, `n:${hex.slice(1)}g`],
    [`n:${hex}\n`, `n:${hex}\n`],
  ])('of %j is %j', (key, namespace) => {
    expect(extractNamespace(key)).toBe(namespace);
  });
});

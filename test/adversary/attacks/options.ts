/** Options that an attacker may reach, by JSON that is passed on or by a polluted prototype. */
import { expect } from 'vitest';
import { createCache, MemoryBackend } from '../../../js/node.ts';
import { attack } from '../attack.ts';
import { Target } from '../target.ts';

const REFUSED = expect.objectContaining({ code: 'ERR_CONFIGURATION' });

/** @param options as they come from who does not check types */
function refusedBy(options: object): unknown {
  try {
    Reflect.apply(createCache, undefined, [options]);
    return 'a cache was made';
  } catch (error) {
    return error;
  }
}

const inJson = attack('polluting options', async (arena) => {
  const { masterKey } = arena;
  const parsed = (json: string) => JSON.parse(json);
  const backend = new MemoryBackend();
  const encryption = parsed(`{"masterKey":"${masterKey}","__proto__":{"tenantId":"evil"}}`);
  expect(refusedBy({ backend, encryption })).toEqual(REFUSED);
  const options = Object.assign(parsed('{"__proto__":{"encryption":null}}'), { backend });
  expect(refusedBy(options)).toEqual(REFUSED);
  expect(refusedBy({ backend, l1: parsed('{"__proto__":{"enabled":false}}') })).toEqual(REFUSED);
  const serializer = parsed('{"__proto__":{"maxDepth":1024}}');
  expect(refusedBy({ backend, serializer })).toEqual(REFUSED);
});

const polluted = attack('a polluted prototype', async (arena) => {
  const { masterKey } = arena;
  const backend = new MemoryBackend();
  for (const name of ['encryption', 'tenantId', 'onFailure', 'compression', 'maxDepth', 'l1']) {
    Object.defineProperty(Object.prototype, name, { value: 'evil', configurable: true });
    try {
      const options = { backend, encryption: { masterKey }, serializer: {} };
      expect(refusedBy(options), name).toEqual(REFUSED);
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  }
});

const dropped = attack('encryption switched off', async (arena) => {
  const { masterKey } = arena;
  const backend = new MemoryBackend();
  const untyped: readonly unknown[] = [
    ...[null, false, true, '', masterKey, [], {}],
    ...[{ masterKey: '' }, { masterKey, enabled: false }, { masterKey: 'ab'.repeat(31) }],
    ...[{ masterKey: `${masterKey}\n` }, { masterKey, tenantId: '' }],
    { masterKey, previousMasterKeys: [masterKey] },
  ];
  for (const encryption of untyped) {
    const options = { backend, encryption };
    expect(refusedBy(options)).toEqual(REFUSED);
  }
  const plain = createCache({ backend });
  const secure: unknown = Reflect.get(plain, 'secure');
  const wrap: unknown = Reflect.get(Object(secure), 'wrap');
  expect(typeof wrap).toBe('function');
  const wrapping = () => Reflect.apply(Object(wrap), secure, [() => 1, { namespace: 'n' }]);
  expect(wrapping).toThrow(REFUSED);
  await plain.close();
  expect(() => createCache.secure({ backend, masterKey: 'not a key' })).toThrow(REFUSED);
});

const names = attack('hidden keys', async (arena) => {
  const place = arena.redisPlace(4);
  const target = new Target(arena, place, { encryption: { hideKeys: true } });
  await target.cache.set('user:alice', 'a value', { tags: ['group:staff'] });
  const seen = await arena.redis.ask('SELECT 4\r\nKEYS *');
  expect(seen).not.toMatch(/alice|staff|tag/);
  expect(seen.match(/\$\d+/g)).toHaveLength(2);
  const other = new Target(arena, place, { encryption: { hideKeys: true, tenantId: 'other' } });
  expect(await other.cache.get('user:alice')).toBeNull();
  expect(await target.cache.get('user:alice')).toBe('a value');
});

export const OPTIONS = [inJson, polluted, dropped, names];

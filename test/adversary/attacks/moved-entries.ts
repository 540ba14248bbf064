/** Genuine entries in the wrong place. */
import { expect } from 'vitest';
import { generateKey } from '../../../js/node.ts';
import { attack } from '../attack.ts';
import { expectError, NOT_AUTHENTIC, Target } from '../target.ts';

const swapTwo = attack('swapped entries', async (arena) => {
  for (const place of arena.places) {
    const target = new Target(arena, place);
    const [reader, admin] = [arena.key(), arena.key()];
    const sealedReader = await target.seal(reader, { role: 'reader' });
    const sealedAdmin = await target.seal(admin, { role: 'admin' });
    await target.refuses(reader, sealedAdmin, NOT_AUTHENTIC);
    await target.refuses(admin, sealedReader, NOT_AUTHENTIC);
  }
});

const swapTenants = attack('swapped tenants', async (arena) => {
  for (const place of arena.places) {
    const one = new Target(arena, place, { encryption: { tenantId: 'one' } });
    const other = new Target(arena, place, { encryption: { tenantId: 'other' } });
    const key = arena.key();
    const ofOne = await one.seal(key, { owner: 'one' });
    const ofOther = await other.seal(key, { owner: 'other' });
    await one.refuses(key, ofOther, NOT_AUTHENTIC);
    await other.refuses(key, ofOne, NOT_AUTHENTIC);
  }
});

const otherPrefix = attack('another key prefix', async (arena) => {
  const staging = new Target(arena, arena.redisPlace(0, 'staging:'));
  const live = new Target(arena, arena.redisPlace(0, 'live:'));
  const key = arena.key();
  const sealed = await staging.seal(key, { price: 1 });
  await live.refuses(key, sealed, NOT_AUTHENTIC);
});

const foreignKey = attack('another master key', async (arena) => {
  for (const place of arena.places) {
    const target = new Target(arena, place);
    const intruder = new Target(arena, place, { encryption: { masterKey: generateKey() } });
    const key = arena.key();
    await target.refuses(key, await intruder.seal(key, { role: 'admin' }), NOT_AUTHENTIC);
  }
});

const retiredKey = attack('a retired master key', async (arena) => {
  const retired = generateKey();
  const place = arena.redisPlace();
  const thief = new Target(arena, place, { encryption: { masterKey: retired } });
  const rotating = new Target(arena, place, { encryption: { previousMasterKeys: [retired] } });
  const rotated = new Target(arena, place);
  const key = arena.key();
  const sealed = await thief.seal(key, 'of the retired key');
  expect(await rotating.cache.get(key)).toBe('of the retired key');
  await rotated.refuses(key, sealed, NOT_AUTHENTIC);
});

const otherCompression = attack('the other compression', async (arena) => {
  for (const place of arena.places) {
    const packed = new Target(arena, place, { compression: true });
    const bare = new Target(arena, place, { compression: false });
    const key = arena.key();
    const sealedPacked = await packed.seal(key, { a: 'x'.repeat(100) });
    const sealedBare = await bare.seal(key, { a: 'x'.repeat(100) });
    await packed.refuses(key, sealedBare, NOT_AUTHENTIC);
    await bare.refuses(key, sealedPacked, NOT_AUTHENTIC);
  }
});

const otherVersion = attack('the other interop version', async (arena) => {
  const { cache } = new Target(arena, arena.redisPlace());
  const shared = (namespace: string, version: 1 | 2) =>
    cache.wrap((id: number) => ({ version, id }), {
      namespace,
      interop: { operation: 'read', version },
      interopArity: 1,
    });
  expect(await shared('first-one', 1)(7)).toEqual({ version: 1, id: 7 });
  await expectError(shared('first-one', 2)(7), NOT_AUTHENTIC);
  expect(await shared('first-two', 2)(7)).toEqual({ version: 2, id: 7 });
  await expectError(shared('first-two', 1)(7), NOT_AUTHENTIC);
});

export const MOVED_ENTRIES = [
  swapTwo,
  swapTenants,
  otherPrefix,
  foreignKey,
  retiredKey,
  otherCompression,
  otherVersion,
];

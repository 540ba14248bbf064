import { ValueTooLargeError } from '../errors.ts';
import type { Opened } from './check.ts';
import { expectBytes, expectRejection } from './expectations.ts';
import { keyAccepted } from './key-acceptance.ts';
import { Random } from './random.ts';
import { bytes, EVERY_BYTE, patterned, sizeUpTo, VALUE } from './samples.ts';
import type { Section } from './section.ts';

const MIB = 1024 * 1024;
const ROUNDS = 60;

export const values: Section = (test, subject) => {
  const bringsBack = (name: string, value: () => Uint8Array): void => {
    test(`brings back ${name}`, async (opened) => await expectKept(opened, name, value()));
  };
  bringsBack('each of the 256 byte values', () => EVERY_BYTE.slice(0, sizeUpTo(256, subject)));
  bringsBack('no bytes at all', () => bytes());
  bringsBack('one byte', () => bytes(0));
  bringsBack('a MiB, or as much as the store takes', () => patterned(sizeUpTo(MIB, subject)));

  test('brings back random bytes under random keys', async ({ store }) => {
    const random = new Random();
    for (let round = 0; round < ROUNDS; round++) {
      const text = random.text(1 + random.below(60));
      const value = random.bytes(random.below(sizeUpTo(200, subject)));
      const key = (await keyAccepted(store, text)) ? text : `key-${round}`;
      await store.set(key, value);
      expectBytes(`get(${JSON.stringify(key)})`, await store.get(key), value);
    }
  });

  const { maxValueBytes } = subject;
  if (maxValueBytes === undefined) return;

  test(`brings back the largest value, of ${maxValueBytes} bytes`, async (opened) => {
    await expectKept(opened, 'the largest value', patterned(maxValueBytes));
  });

  test('refuses a value of one byte more, and keeps what was there', async ({ store }) => {
    await store.set('key', VALUE);
    await expectRejection(
      'set() of one byte more than the largest value',
      'a ValueTooLargeError',
      (error) => error instanceof ValueTooLargeError,
      () => store.set('key', patterned(maxValueBytes + 1)),
    );
    expectBytes('get() after a value was refused', await store.get('key'), VALUE);
  });
};

async function expectKept({ store }: Opened, name: string, value: Uint8Array): Promise<void> {
  await store.set('key', value);
  expectBytes(`get() of ${name}`, await store.get('key'), value);
}

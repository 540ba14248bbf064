import { expectBytes, expectThat } from './expectations.ts';
import { bytes } from './samples.ts';
import type { Section } from './section.ts';

/** As Node's `Buffer`, whose `slice` is a window and no copy. */
class WindowedBytes extends Uint8Array<ArrayBuffer> {
  override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(start, end);
  }
}

export const copies: Section = (test) => {
  test('stores a copy: the caller may change its bytes while and after setting', async ({
    store,
  }) => {
    const whole = bytes(9, 1, 2, 3, 9);
    const setting = store.set('key', whole.subarray(1, 4));
    whole.fill(0);
    await setting;
    const during = 'get() of bytes that were changed while they were set';
    expectBytes(during, await store.get('key'), bytes(1, 2, 3));
    whole.fill(7);
    const after = 'get() of bytes that were changed after they were set';
    expectBytes(after, await store.get('key'), bytes(1, 2, 3));
  });

  test('stores a copy also of a Buffer, whose slice() is none', async ({ store }) => {
    const whole = WindowedBytes.of(1, 2, 3);
    await store.set('key', whole);
    whole.fill(7);
    expectBytes(
      'get() of a Buffer that was changed after it was set',
      await store.get('key'),
      bytes(1, 2, 3),
    );
  });

  test('gives a copy: the caller may change what it got', async ({ store }) => {
    await store.set('key', bytes(1, 2, 3));
    (await store.get('key'))?.fill(0);
    const what = 'get() after the caller changed what it got before';
    expectBytes(what, await store.get('key'), bytes(1, 2, 3));
  });

  test('gives each caller memory of its own', async ({ store }) => {
    await store.set('key', bytes(1, 2, 3));
    const [first, second] = await Promise.all([store.get('key'), store.get('key')]);
    expectThat(
      'two results to lie in different buffers, not in one that both could read',
      first !== null && second !== null && first.buffer !== second.buffer,
    );
  });
};

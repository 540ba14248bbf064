import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { hashKey, TemporaryStore } from './file-helpers.ts';

const run = promisify(execFile);
const writer = fileURLToPath(new URL('../../helpers/file-writer.ts', import.meta.url));

let subject: TemporaryStore | undefined;
afterEach(() => subject?.remove());

it('two processes that write one entry never tear it', async () => {
  subject = await TemporaryStore.open();
  const { store, folder } = subject;
  const name = hashKey('shared');
  await store.set('shared', new Uint8Array(20_000).fill(0x61));
  let running = true;
  const writers = Promise.all(
    ['a', 'b'].map((letter) => run(process.execPath, [writer, folder, name, letter, '150'])),
  ).finally(() => {
    running = false;
  });
  const seen = new Set<number>();
  let reads = 0;
  while (running) {
    const value = await store.get('shared');
    expect(value).not.toBeNull();
    const first = value?.[0] ?? 0;
    expect(value?.every((byte) => byte === first)).toBe(true);
    seen.add(first);
    reads += 1;
  }
  await writers;
  expect([...seen].sort()).toStrictEqual([0x61, 0x62]);
  expect(reads).toBeGreaterThan(50);
  expect(await readdir(folder)).toStrictEqual([name]);
}, 60_000);

/** The core as a library of its own: installed, found by CMake, and sharing entries with Node. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeInteropValue, EncryptionManager, encodeInteropValue } from '../../../js/node.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const KEY = '5a'.repeat(32);
const VALUE = encodeInteropValue({ id: 42, name: 'Ada Lovelace' });

interface Outcome {
  readonly code: number;
  readonly bytes: Uint8Array;
  readonly errors: string;
}

let folder: string;
let manager: EncryptionManager;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-cpp-'));
  await writeFile(join(folder, 'key'), Buffer.from(KEY, 'hex'));
  await cmake('--install', join(root, 'build/native'), '--prefix', join(folder, 'usr'));
  // A copy, so that nothing of the checkout can be found from it.
  await cp(join(root, 'examples/cpp'), join(folder, 'example'), { recursive: true });
  await configure('example', 'built');
  await cmake('--build', join(folder, 'built'));
  manager = new EncryptionManager(KEY);
}, 180_000);

afterAll(async () => {
  manager?.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function cmake(...args: readonly string[]): Promise<void> {
  await run('cmake', args, { maxBuffer: 1 << 24 });
}

async function configure(source: string, build: string): Promise<void> {
  await cmake(
    ...['-S', join(folder, source), '-B', join(folder, build)],
    `-DCMAKE_PREFIX_PATH=${join(folder, 'usr')}`,
  );
}

function example(mode: string, key: string, input: Uint8Array): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, SEALCACHE_KEY_FILE: join(folder, 'key') };
    const child = execFile(
      join(folder, 'built/sealcache_example'),
      [mode, key],
      { env, encoding: 'buffer' },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code !== 'number') reject(error ?? new Error('the example did not end'));
        else resolve({ code, bytes: new Uint8Array(stdout), errors: stderr.toString() });
      },
    );
    child.stdin?.end(input);
  });
}

describe('a C++ program with the installed package', () => {
  test('seals what Node opens', async () => {
    const { code, bytes } = await example('seal', 'users:get_user:1', VALUE);
    expect(code).toBe(0);
    const opened = await manager.decrypt(bytes, 'users:get_user:1');
    expect(decodeInteropValue(opened)).toEqual({ id: 42, name: 'Ada Lovelace' });
  });

  test('opens what Node sealed', async () => {
    const sealed = await manager.encrypt(VALUE, 'users:get_user:1');
    const { code, bytes } = await example('open', 'users:get_user:1', sealed);
    expect(code).toBe(0);
    expect(bytes).toEqual(new Uint8Array(VALUE));
  });

  test('refuses a moved entry, and says why', async () => {
    const sealed = await manager.encrypt(VALUE, 'users:get_user:1');
    const { code, bytes, errors } = await example('open', 'users:get_user:2', sealed);
    expect(code).toBe(1);
    expect(bytes).toHaveLength(0);
    expect(errors).toBe('the entry is not authentic\n');
  });

  test('does not find a package of another minor version', async () => {
    await cp(join(folder, 'example'), join(folder, 'other'), { recursive: true });
    await writeFile(
      join(folder, 'other/CMakeLists.txt'),
      'cmake_minimum_required(VERSION 3.25)\nproject(other CXX)\nfind_package(sealcache 0.2 REQUIRED)\n',
    );
    await expect(configure('other', 'other-built')).rejects.toThrow(/compatible with requested/);
  });
});

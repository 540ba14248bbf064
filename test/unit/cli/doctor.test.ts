/** What `doctor` says of this machine, and of one that has something wrong. */
import { expect, test } from 'vitest';
import { clockFinding, skewFinding } from '../../../js/cli/doctor/clock.ts';
import { cli, here } from './run-cli.ts';

test('finds nothing wrong here', async () => {
  const { status, stdout, stderr } = await cli(['doctor']);
  expect([status, stderr]).toEqual([0, '']);
  const lines = Object.fromEntries(
    stdout.split('\n').map((line) => [line.slice(2, 21).trim(), line.slice(21).trim()]),
  );
  expect(lines).toMatchObject({
    'Node.js': `${process.version}, ${process.platform} ${process.arch}`,
    'Node-API': `${process.versions['napi']}, the addon needs 9`,
    'core in use': 'native',
    addon: 'loads, libsodium 1.0.22',
    'AES instructions': 'yes',
    WebAssembly: expect.stringMatching(/^loads, libsodium 1\.0\.22, Emscripten [6-9]\.\d+\.\d+$/),
    'exchange of entries': 'each core opens what the other sealed',
    clock: expect.stringMatching(/^20\d\d-/),
  });
});

test('says which core a variable has chosen, and what is wrong with it', async () => {
  const wasm = await cli(['doctor'], { env: { SEALCACHE_CORE: 'wasm' } });
  expect([wasm.status, wasm.stdout]).toEqual([
    0,
    expect.stringContaining('wasm, by SEALCACHE_CORE'),
  ]);
  const wrong = await cli(['doctor', '--json'], { env: { SEALCACHE_CORE: 'fast' } });
  expect(wrong.status).toBe(1);
  expect(JSON.parse(wrong.stdout)).toContainEqual({
    name: 'core in use',
    value: expect.stringContaining('SEALCACHE_CORE must be'),
    isProblem: true,
  });
});

test('a Redis out of reach is a problem, by option or variable', async () => {
  const url = 'redis://127.0.0.1:1/3';
  const results = [
    await here(['doctor', '--redis', url]),
    await here(['doctor'], { env: { REDIS_URL: 'redis://:hidden@127.0.0.1:1/3' } }),
  ];
  for (const { status, stdout } of results) {
    expect(status).toBe(1);
    expect(stdout).toMatch(/^! Redis +redis:\/\/127.0.0.1:1\/3: Redis cannot be reached/m);
    expect(stdout).not.toContain('hidden');
  }
});

test('a clock is wrong before the tool was there, or away from the server by more than a bit', () => {
  expect(clockFinding().isProblem).toBe(false);
  expect(clockFinding(0)).toMatchObject({ isProblem: true, value: /^1970/ });
  const at = 1_800_000_000_000;
  const seconds = at / 1000;
  expect(skewFinding([seconds, 5000], [at, at + 10]).value).toBe('0 ms apart from ours');
  expect(skewFinding([seconds, 600_000], [at - 100, at])).toMatchObject({
    value: '600 ms apart from ours',
    isProblem: false,
  });
  expect(skewFinding([seconds, 601_000], [at - 100, at]).isProblem).toBe(true);
  expect(skewFinding([seconds - 2, 0], [at, at + 10])).toMatchObject({
    value: '2000 ms apart from ours',
    isProblem: true,
  });
});

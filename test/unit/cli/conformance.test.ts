/** `conformance` on our own vectors, and on folders that something is wrong with. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fails, failsSomehow } from '../../../js/conformance/checks.ts';
import { NotShipped } from '../../../js/conformance/not-shipped.ts';
import { runRow } from '../../../js/conformance/row.ts';
import { ownFiles, rowsOf } from '../../../js/conformance/rows.ts';
import { shippedTarget } from '../../../js/conformance/shipped.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { cli, here } from './run-cli.ts';

const VECTORS = fileURLToPath(new URL('../../vectors', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-vectors-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface FileReport {
  readonly file: string;
  readonly target: string;
  readonly ran: number;
  readonly passed: number;
  readonly notApplicable: Record<string, number>;
}

test('runs all of our vectors on both cores, each row or its reason', async () => {
  const { status, stdout, stderr } = await cli(['conformance', VECTORS, '--json']);
  expect([status, stderr]).toEqual([0, '']);
  const { files, unknown, broken, failures } = JSON.parse(stdout);
  expect([unknown, broken, failures]).toEqual([[], [], []]);
  const reports: FileReport[] = files;
  expect(reports.map(({ file, target }) => `${file} ${target}`).sort()).toEqual(
    ownFiles.flatMap((file) => [`${file} native`, `${file} wasm`]).sort(),
  );
  let ran = 0;
  for (const { file, passed, notApplicable, ...report } of reports) {
    const rows = rowsOf(file, JSON.parse(await readFile(join(VECTORS, file), 'utf8')));
    const left = Object.values(notApplicable).reduce((sum, count) => sum + count, 0);
    expect(report.ran + left).toBe(rows.length);
    expect(passed).toBe(report.ran);
    ran += passed;
  }
  expect(ran).toBeGreaterThan(2000);
});

test('prints the same as a table, for one core where that is asked for', async () => {
  await cp(join(VECTORS, 'aad.json'), join(folder, 'aad.json'));
  await cp(join(VECTORS, 'bounds.json'), join(folder, 'bounds.json'));
  const { status, stdout } = await here(['conformance', folder, '--target', 'wasm']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^bounds.json +wasm +175 +175 +0$/m);
  expect(stdout).toMatch(
    /^ {2}aad.json, wasm: \d+ × only a test build shows the AAD of an entry$/m,
  );
  expect(stdout).not.toContain('native');
});

test('a vector that does not hold fails by name', async () => {
  const text = await readFile(join(VECTORS, 'blake2b.json'), 'utf8');
  const [digest = ''] = /(?<=")[0-9a-f]{64}(?=")/.exec(text) ?? [];
  await writeFile(join(folder, 'blake2b.json'), text.replace(digest, 'ab'.repeat(32)));
  const { status, stdout } = await cli(['conformance', folder]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^blake2b.json +native +40 +39 +0$/m);
  expect(stdout).toMatch(/^failed:\n {2}blake2b.json, native, .+: got .+, expected ab/m);
  expect(stdout).toMatch(/80 rows ran, 78 passed$/m);
});

test('files that are broken or unknown are told of', async () => {
  await cp(join(VECTORS, 'blake2b.json'), join(folder, 'blake2b.json'));
  await writeFile(join(folder, 'aad.json'), '{"aad":');
  await writeFile(join(folder, 'bounds.json'), '{}');
  await writeFile(join(folder, 'future.json'), '{}');
  const { status, stdout } = await here(['conformance', folder]);
  expect(status).toBe(1);
  expect(stdout).toContain('no rows are written for:\n  future.json\n');
  expect(stdout).toMatch(/^broken files:\n {2}aad.json: .+\n {2}bounds.json: .+ is not a list$/m);
  expect(stdout).toContain('80 rows ran, 80 passed');
});

test.each([
  [[], 2, 'name the folder'],
  [['/missing'], 3, 'cannot read /missing (ENOENT)'],
  [['.', '--target', 'node'], 2, '--target is one of native, wasm'],
  [[fileURLToPath(new URL('.', import.meta.url))], 2, 'no vector file that is known'],
])('refuses %j', async (args, expected, message) => {
  const { status, stderr } = await here(['conformance', ...args]);
  expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
});

test('a step that does not ship is neither a refusal nor a failure', async () => {
  const target = shippedTarget(await loadNodeCore());
  const step = (): Uint8Array => target.hooks.aad('a', 'b', true);
  await expect(failsSomehow(step)).rejects.toThrow(NotShipped);
  await expect(fails(target, ['unknown'], step)).rejects.toThrow(NotShipped);
  const row = { file: 'f', group: 'g', name: 'n', needs: [] };
  const outcome = await runRow({ ...row, run: async () => void step() }, target);
  expect(outcome).toEqual({
    state: 'notApplicable',
    reason: 'only a test build shows the AAD of an entry',
  });
  const failed = await runRow({ ...row, run: () => Promise.reject(new Error('no')) }, target);
  expect(failed.state).toBe('failed');
});

/** `bench`: that it measures, and what. Not how fast anything is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { measure } from '../../../js/cli/bench/measure.ts';
import { openWithNode, sealWithNode } from '../../../js/cli/bench/node-crypto.ts';
import { cli, here } from './run-cli.ts';

test('prints a row for each size', async () => {
  const { status, stdout, stderr } = await cli(['bench', '--time', '5']);
  expect([status, stderr]).toEqual([0, '']);
  const [head, , headings, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^native core, Node.js v\d+/);
  expect(headings?.trim().split(/ +/)).toHaveLength(7);
  expect(rows.map((row) => row.trim().split(/ +/)[0])).toEqual(['100', '1024', '65536']);
  for (const row of rows) expect(row).toMatch(/^ *\d+(?: +\d+\.\d\d){6}$/);
});

test('the same as JSON', async () => {
  const { stdout } = await here(['bench', '--time', '5', '--json']);
  const { core, times } = JSON.parse(stdout);
  expect(core).toBe('native');
  for (const row of times) {
    for (const name of ['seal', 'nodeSeal', 'open', 'nodeOpen', 'set', 'get']) {
      expect(row[name]).toBeGreaterThan(0);
    }
  }
});

test('a call that takes two milliseconds takes two milliseconds', async () => {
  const waits = await measure(() => sleep(2), 120);
  expect(waits).toBeGreaterThan(1900);
  expect(waits).toBeLessThan(20_000);
  const busy = await measure(() => {
    const until = performance.now() + 2;
    while (performance.now() < until);
  }, 120);
  expect(busy).toBeGreaterThanOrEqual(2000);
  expect(busy).toBeLessThan(10_000);
});

test('what it compares with is whole AES-256-GCM', () => {
  const key = new Uint8Array(32);
  const [nonce, aad, value] = [12, 60, 100].map((size) => new Uint8Array(size).fill(size));
  const sealed = sealWithNode(key, nonce ?? key, aad ?? key, value ?? key);
  expect(sealed).toHaveLength(128);
  expect(new Uint8Array(openWithNode(key, aad ?? key, sealed))).toEqual(value);
  expect(() => openWithNode(key, key, sealed)).toThrow();
});

test.each(['0', '60001', 'x', '1e3'])('refuses --time %s', async (time) => {
  const { status, stderr } = await here(['bench', '--time', time]);
  expect([status, stderr]).toEqual([2, expect.stringContaining('--time is a number')]);
});

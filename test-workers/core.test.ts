/** The core as it ships, behind the loader that ships. */
import { describe, expect, test } from 'vitest';
import { loadWorkersCore } from '../js/core/wasm-loader-workers.ts';
import { coreSuite } from '../test/suites/core-suite.ts';

coreSuite('Workers', loadWorkersCore);

describe('loadWorkersCore', () => {
  test('makes one core for the isolate', async () => {
    expect(await loadWorkersCore()).toBe(await loadWorkersCore());
  });
});

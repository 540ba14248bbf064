import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadNodeCore } from '../../js/core/node-core.ts';
import { setLogger } from '../../js/log/logger.ts';
import { Arena } from './arena.ts';
import { ATTACKS } from './attacks/index.ts';

/** Every attack against caches of one core. It needs a process in which no core was loaded yet. */
export function adversarySuite(core: 'native' | 'wasm'): void {
  describe(`an attacker against the ${core} core`, () => {
    let arena: Arena;
    beforeAll(async () => {
      vi.stubEnv('SEALCACHE_CORE', core);
      setLogger(() => {});
      const loaded = await loadNodeCore();
      expect(loaded.constructor.name).toBe(core === 'native' ? 'NativeCore' : 'WasmCore');
      arena = await Arena.start();
    }, 120_000);
    afterEach(() => arena.endAttack());
    afterAll(async () => {
      setLogger(null);
      vi.unstubAllEnvs();
      await arena.stop();
    });

    test.each(ATTACKS)('$title', ({ run }) => run(arena));
  });
}

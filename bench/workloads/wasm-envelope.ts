import { loadWasmCore } from '../../js/core/wasm-loader-node.ts';
import { defaultSerializer } from '../../js/node.ts';
import { VALUE } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Packs and unpacks an envelope in WebAssembly. */
export const workload: Workload = {
  n: 2_000,
  async setup() {
    const core = await loadWasmCore();
    const bytes = defaultSerializer.encode(VALUE);
    return () => core.unpack(core.pack(bytes), 1 << 20);
  },
};

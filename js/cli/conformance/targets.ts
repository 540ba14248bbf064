import { markAsUntransferable } from 'node:worker_threads';
import { shippedTarget } from '../../conformance/shipped.ts';
import type { ConformanceTarget } from '../../conformance/target.ts';
import { NativeCore } from '../../core/native-core.ts';
import { loadNativeAddon } from '../../core/native-loader.ts';
import { loadWasmCore } from '../../core/wasm-loader-node.ts';
import { ConfigurationError } from '../../errors.ts';

export const TARGETS = ['native', 'wasm'] as const;
export type TargetName = (typeof TARGETS)[number];

/** @throws {ConfigurationError} where that core does not load */
export async function targetOf(name: TargetName): Promise<ConformanceTarget> {
  if (name === 'wasm') return shippedTarget(await loadWasmCore());
  const loaded = loadNativeAddon();
  if (loaded.addon !== null)
    return shippedTarget(new NativeCore(loaded.addon, markAsUntransferable));
  throw new ConfigurationError(
    `the addon does not load, run --target wasm alone: ${loaded.reasons.join('; ')}`,
  );
}

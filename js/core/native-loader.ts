import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isNativeAddon, type NativeAddon } from './native-addon.ts';

/** N-API version the addon is compiled for. */
const NODE_API_VERSION = 9;

/** Where an addon may lie, first one first. */
const CANDIDATES = ['../../build/native/sealcache.node'];

export type LoadedAddon =
  | { readonly addon: NativeAddon }
  | { readonly addon: null; readonly reasons: readonly string[] };

/** Loads the addon, or tells for each candidate why it cannot. Does not throw. */
export function loadNativeAddon(candidates: readonly string[] = CANDIDATES): LoadedAddon {
  // An addon made for a newer Node-API crashes an older Node instead of failing to load.
  const version = process.versions['napi'] ?? 'none';
  if (!(Number(version) >= NODE_API_VERSION)) {
    const reason = `the addon needs Node-API ${NODE_API_VERSION}, this runtime has ${version}`;
    return { addon: null, reasons: [reason] };
  }
  const reasons: string[] = [];
  for (const candidate of candidates) {
    const path = fileURLToPath(new URL(candidate, import.meta.url));
    const module = loadFrom(path, reasons);
    if (isNativeAddon(module)) return { addon: module };
    if (module !== undefined) {
      reasons.push(`${path} is not the addon of this version; run npm run setup`);
    }
  }
  return { addon: null, reasons };
}

function loadFrom(path: string, reasons: string[]): unknown {
  if (!existsSync(path)) {
    reasons.push(`${path} is not there; run npm run setup`);
    return undefined;
  }
  try {
    return createRequire(import.meta.url)(path);
  } catch (error) {
    reasons.push(error instanceof Error ? error.message : `${path} does not load`);
    return undefined;
  }
}

/** The build of the addon for tests: chosen nonces, single steps, counted memory. */
import type { NativeAddon } from '../../js/core/native-addon.ts';
import { loadNativeAddon } from '../../js/core/native-loader.ts';

/** Bytes, or the negative number of an error of the core. */
type BytesOrError = Uint8Array | number;

/** See native/test_hooks.h. */
export interface NativeHooks {
  aad(tenant: string, key: string, compressed: boolean): BytesOrError;
  deriveKey(master: Uint8Array, domain: string, tenant: string): BytesOrError;
  sealWithNonce(
    master: Uint8Array,
    tenant: string,
    nonce: Uint8Array,
    value: Uint8Array,
    key: string,
    container: number,
  ): BytesOrError;
  decryptRaw(master: Uint8Array, tenant: string, aad: Uint8Array, blob: Uint8Array): BytesOrError;
  canonicalArguments(stream: Uint8Array): BytesOrError;
  errorTable(): [number, string, string][];
  resetPeak(): void;
  peak(): number;
}

export interface HookedAddon extends NativeAddon {
  readonly hooks: NativeHooks;
}

const HOOKS = [
  'aad',
  'deriveKey',
  'sealWithNonce',
  'decryptRaw',
  'canonicalArguments',
  'errorTable',
  'resetPeak',
  'peak',
];

/** The addon that ships. */
export function loadAddon(): NativeAddon {
  return required('../../build/native/sealcache.node');
}

export function loadHookedAddon(): HookedAddon {
  const addon = required('../../build/native/sealcache-hooks.node');
  if (isHooked(addon)) return addon;
  throw new TypeError('not the build with test hooks');
}

function required(candidate: string): NativeAddon {
  const loaded = loadNativeAddon([candidate]);
  if (loaded.addon !== null) return loaded.addon;
  throw new Error(loaded.reasons.join('; '));
}

function isHooked(addon: NativeAddon): addon is HookedAddon {
  const hooks: unknown = Reflect.get(addon, 'hooks');
  if (typeof hooks !== 'object' || hooks === null) return false;
  return HOOKS.every((name) => typeof Reflect.get(hooks, name) === 'function');
}

/** The native core as a conformance target. */

import { product } from '../../js/conformance/product.ts';
import { productInterop } from '../../js/conformance/product-interop.ts';
import type { ConformanceTarget, TestHooks } from '../../js/conformance/target.ts';
import { coreError } from '../../js/core/core-error.ts';
import { NativeCore } from '../../js/core/native-core.ts';
import type { HookedAddon } from '../helpers/native-hooks.ts';

/** @param addon the build with test hooks */
export function nativeTarget(addon: HookedAddon): ConformanceTarget {
  const core = new NativeCore(addon);
  return {
    ...product,
    name: 'native',
    core,
    hooks: nativeHooks(addon),
    interop: productInterop(core, (stream) => checked(addon.hooks.canonicalArguments(stream))),
    peakAllocationDuring(run) {
      addon.hooks.resetPeak();
      run();
      return addon.hooks.peak();
    },
  };
}

function nativeHooks({ hooks }: HookedAddon): TestHooks {
  return {
    aad: (tenant, cacheKey, compressed) => checked(hooks.aad(tenant, cacheKey, compressed)),
    deriveKey: (master, domain, tenant) => checked(hooks.deriveKey(master, domain, tenant)),
    sealWithNonce: ({ current, tenantId }, nonce, value, cacheKey, container) =>
      checked(hooks.sealWithNonce(current, tenantId, nonce, value, cacheKey, container)),
    decryptRaw: (master, tenant, aad, blob) => checked(hooks.decryptRaw(master, tenant, aad, blob)),
  };
}

function checked(result: Uint8Array | number): Uint8Array {
  if (typeof result === 'number') throw coreError(-result);
  return result;
}

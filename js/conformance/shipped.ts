/** A core as it ships as a conformance target: what no public call shows makes a row not applicable. */
import type { Core } from '../core/core.ts';
import { NotShipped } from './not-shipped.ts';
import { product } from './product.ts';
import { productInterop } from './product-interop.ts';
import type { ConformanceTarget, TestHooks } from './target.ts';

const hooks: TestHooks = {
  aad: () => notShipped('the AAD of an entry'),
  deriveKey: () => notShipped('a derived key'),
  sealWithNonce: () => notShipped('sealing with a given nonce'),
  decryptRaw: () => notShipped('the cipher under a given AAD'),
};

export function shippedTarget(core: Core): ConformanceTarget {
  return {
    ...product,
    name: core.kind,
    core,
    hooks,
    interop: productInterop(core, () => notShipped('the bytes that a key is a digest of')),
  };
}

function notShipped(step: string): never {
  throw new NotShipped(step);
}

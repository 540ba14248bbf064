import type { Container, Core, MaybePromise, Sealer, SealerKeys } from '../../js/core/core.ts';

/** What a sealer was asked to do. */
export interface CoreCall {
  readonly verb: 'seal' | 'open';
  readonly bytes: Uint8Array;
  readonly cacheKey: string;
  readonly container: Container;
}

/**
 * A core for injecting faults: `respond` decides what every seal and open gives, calls are recorded.
 * Fails by throwing, by rejecting or by odd thenables; it does no cryptography.
 */
export class FakeCore implements Core {
  readonly kind = 'native';
  readonly hardwareAccelerated = true;
  readonly calls: CoreCall[] = [];
  readonly sealers: FakeSealer[] = [];
  readonly tenants: string[] = [];
  respond: (call: CoreCall) => MaybePromise<Uint8Array>;
  derive: () => MaybePromise<void> = () => {};

  constructor(respond: (call: CoreCall) => MaybePromise<Uint8Array>) {
    this.respond = respond;
  }

  createSealer(keys: SealerKeys): MaybePromise<Sealer> {
    this.tenants.push(keys.tenantId);
    const sealer = new FakeSealer(this);
    this.sealers.push(sealer);
    const derived = this.derive();
    return derived === undefined ? sealer : Promise.resolve(derived).then(() => sealer);
  }

  pack(value: Uint8Array): Uint8Array {
    return value.slice();
  }

  unpack(envelope: Uint8Array): Uint8Array {
    return envelope.slice();
  }

  checkDecodeBounds(): void {}

  blake2bHex(_data: Uint8Array, digestBytes: 16 | 32): string {
    return '0'.repeat(2 * digestBytes);
  }

  interopKey(namespace: string, operation: string): string {
    return `${namespace}:${operation}:${'0'.repeat(64)}`;
  }

  packInterop(value: Uint8Array): Uint8Array {
    return value.slice();
  }

  unpackInterop(container: Uint8Array): Uint8Array {
    return container.slice();
  }
}

class FakeSealer implements Sealer {
  readonly fingerprint = '0'.repeat(32);
  readonly nonceCounter = 0;
  readonly keyringEntryCount = 1;
  readonly opensByKey = [0];
  disposed = false;
  readonly #core: FakeCore;

  constructor(core: FakeCore) {
    this.#core = core;
  }

  seal(bytes: Uint8Array, cacheKey: string, container: Container): MaybePromise<Uint8Array> {
    return this.#answer({ verb: 'seal', bytes: bytes.slice(), cacheKey, container });
  }

  open(bytes: Uint8Array, cacheKey: string, container: Container): MaybePromise<Uint8Array> {
    return this.#answer({ verb: 'open', bytes: bytes.slice(), cacheKey, container });
  }

  authenticate(): Uint8Array {
    return new Uint8Array(32);
  }

  verify(): boolean {
    return true;
  }

  dispose(): void {
    this.disposed = true;
  }

  #answer(call: CoreCall): MaybePromise<Uint8Array> {
    this.#core.calls.push(call);
    return this.#core.respond(call);
  }
}

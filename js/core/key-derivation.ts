import type { CachekitError } from '../errors.ts';
import type { Core, MaybePromise, Sealer, SealerKeys } from './core.ts';
import { coreError, ERROR_DISPOSED } from './core-error.ts';

/**
 * Derives a tenant's keys once. Concurrent first uses share one derivation, a failed one is forgotten
 * so that the next use tries again, and the master key bytes are wiped as soon as they are not needed.
 */
export class KeyDerivation {
  readonly #loadCore: () => MaybePromise<Core>;
  readonly #keys: SealerKeys;
  #pending: Promise<Sealer> | null = null;
  #core: Core | null = null;
  #sealer: Sealer | null = null;
  #disposed = false;

  /** Takes over `keys`: nobody else may use these arrays afterwards. */
  constructor(loadCore: () => MaybePromise<Core>, keys: SealerKeys) {
    this.#loadCore = loadCore;
    this.#keys = keys;
  }

  /** The sealer once keys are derived, `null` before and after `dispose()`. */
  get ready(): Sealer | null {
    return this.#sealer;
  }

  /** The core once it is loaded. */
  get core(): Core | null {
    return this.#core;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Derives unless that was done or is under way. Rejects after `dispose()`. */
  sealer(): Promise<Sealer> {
    if (this.#pending !== null) return this.#pending;
    const attempt = this.#derive();
    this.#pending = attempt;
    attempt.catch(() => {
      this.#pending = null;
    });
    return attempt;
  }

  /** Wipes the keys now; a derivation under way ends with its result wiped. Idempotent. */
  dispose(): void {
    this.#disposed = true;
    this.#wipeMasterKeys();
    this.#sealer?.dispose();
    this.#sealer = null;
    this.#pending = null;
  }

  async #derive(): Promise<Sealer> {
    if (this.#disposed) throw disposedError();
    const core = await this.#loadCore();
    if (this.#disposed) throw disposedError();
    const sealer = await core.createSealer(this.#keys);
    if (this.#disposed) {
      sealer.dispose();
      throw disposedError();
    }
    this.#wipeMasterKeys();
    this.#core = core;
    this.#sealer = sealer;
    return sealer;
  }

  #wipeMasterKeys(): void {
    this.#keys.current.fill(0);
    for (const key of this.#keys.previous) key.fill(0);
  }
}

export function disposedError(): CachekitError {
  return coreError(ERROR_DISPOSED);
}

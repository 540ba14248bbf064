import type { Core, MaybePromise } from '../core/core.ts';
import type { EncryptionManagerBase } from '../core/encryption-manager.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import { ArgumentStream } from '../interop/argument-stream.ts';
import { InteropCodec } from '../interop/codec.ts';
import { InteropContainerFormat, InteropFormat } from '../interop/format.ts';
import type { InteropCall } from '../interop/option.ts';
import type { EntryCodec, EntryFormat } from './entry-format.ts';
import type { Resolver } from './resolver.ts';

interface Parts {
  readonly loadCore: () => MaybePromise<Core>;
  /** `null` in a plaintext cache. */
  readonly manager: EncryptionManagerBase | null;
  /** Whether the cache's own entries are. */
  readonly padded: boolean;
  /**
   * The cache's read and write paths over another format.
   * @param throws whether an entry that cannot be read is an error instead of a miss
   */
  readonly open: (format: EntryFormat, codec: EntryCodec, throws: boolean) => Resolver;
}

/** What functions in interop mode have instead of the cache's keys, codec and format. */
export class InteropEngine {
  readonly codec = new InteropCodec();
  readonly #parts: Parts;
  readonly #stream = new ArgumentStream();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Rejections of version 2 are errors (PROTOCOL §9), those of version 1 what the cache is set to. */
  resolverFor({ version, compression }: InteropCall): Resolver {
    const { manager, loadCore, open, padded } = this.#parts;
    if (padded) {
      throw new ConfigurationError(
        'encryption.padding has no place in entries of interop mode, which others read; take another cache',
      );
    }
    if (version === 1) return open(new InteropFormat(manager), this.codec, false);
    return open(new InteropContainerFormat(manager, loadCore, compression), this.codec, true);
  }

  /** @throws as `generateInteropKey` */
  keyFor({ namespace, operation }: InteropCall, args: readonly unknown[]): MaybePromise<string> {
    const stream = this.#stream.of(args);
    const core = this.#parts.loadCore();
    if (!isThenable(core)) return core.interopKey(namespace, operation, stream);
    // Another call may use the buffer while the core loads.
    const copy = stream.slice();
    return core.then((loaded) => loaded.interopKey(namespace, operation, copy));
  }

  /** Overwrites the kept buffers. */
  wipe(): void {
    this.#stream.wipe();
    this.codec.wipe();
  }
}

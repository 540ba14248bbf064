import { CONTAINER_PACKED, CONTAINER_PLAIN, type Container } from '../../core/core.ts';
import { EncryptionError, NonceExhaustedError } from '../../errors.ts';
import { EncryptionManager } from '../../node.ts';
import type { ContainerName } from '../entry-options.ts';
import { type Counts, noCounts } from './counts.ts';
import type { StoredItem } from './store.ts';

/** An envelope of 512 MiB with what LZ4 adds at most. */
const MAX_PLAINTEXT_BYTES = 514 * 1024 * 1024;

export interface ResealTerms {
  /** Hex; the new key, then those it replaces. */
  readonly keys: readonly [string, ...string[]];
  readonly tenant: string;
  readonly container: ContainerName;
}

/** Opens entries by a keyring, and seals what an old key opened under the new one. */
export class Resealer {
  readonly #manager: EncryptionManager;
  readonly #container: Container;
  readonly #keys: number;

  constructor({ keys, tenant, container }: ResealTerms) {
    const [current, ...previous] = keys;
    this.#keys = keys.length;
    this.#manager = new EncryptionManager(current, tenant, previous);
    // Packed plaintexts stay packed: what was sealed is sealed again, byte for byte.
    this.#container = container === 'plain' ? CONTAINER_PLAIN : CONTAINER_PACKED;
  }

  /** Tells by which key the entries open, and re-seals where `write` says so. */
  async work(items: readonly StoredItem[], write: boolean): Promise<Counts> {
    const counts = noCounts(this.#keys);
    const changes: (() => Promise<boolean>)[] = [];
    for (const item of items) {
      const opened = await this.#open(item);
      if (opened === null) {
        counts.unopened += 1;
        continue;
      }
      const { plaintext, keyIndex } = opened;
      counts.byKey[keyIndex] = (counts.byKey[keyIndex] ?? 0) + 1;
      if (write && keyIndex > 0) {
        const sealed = await this.#manager.sealNow(plaintext, item.key, this.#container);
        changes.push(() => item.replace(sealed));
      }
      plaintext.fill(0);
    }
    for (const done of await Promise.all(changes.map((change) => change()))) {
      if (done) counts.resealed += 1;
      else counts.changed += 1;
    }
    return counts;
  }

  dispose(): void {
    this.#manager.dispose();
  }

  /** `null` for what none of the keys opens. */
  async #open({ key, sealed }: StoredItem): Promise<Opened | null> {
    const before = this.#manager.getOpensByKey();
    try {
      const plaintext = await this.#manager.openNow(
        sealed,
        key,
        this.#container,
        MAX_PLAINTEXT_BYTES,
      );
      const after = this.#manager.getOpensByKey();
      return { plaintext, keyIndex: after.findIndex((opens, i) => opens > (before[i] ?? 0)) };
    } catch (error) {
      if (error instanceof EncryptionError && !(error instanceof NonceExhaustedError)) return null;
      throw error;
    }
  }
}

interface Opened {
  readonly plaintext: Uint8Array;
  readonly keyIndex: number;
}

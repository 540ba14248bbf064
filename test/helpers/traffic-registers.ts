/** Keys that are set, read, deleted and invalidated, each by one caller at a time. */
import type { SecureCache } from '../../js/node.ts';
import type { Certainty } from './certainty.ts';

const REGISTERS = 16;
const TTL = 300;

/** `null` where the key has no entry. */
type Version = number | null;

interface Register {
  readonly key: string;
  busy: boolean;
  /** The last version that was written, also where that failed. */
  written: number;
  /** What a read may find. */
  possible: Set<Version>;
}

export class Registers {
  readonly #cache: SecureCache;
  readonly #certainty: Certainty;
  readonly #wrong: unknown[];
  readonly #all: Register[];
  #turn = 0;

  /** @param wrong gets what was read and must not have been */
  constructor(cache: SecureCache, certainty: Certainty, wrong: unknown[]) {
    this.#cache = cache;
    this.#certainty = certainty;
    this.#wrong = wrong;
    this.#all = Array.from({ length: REGISTERS }, (_, i) => ({
      key: `register:${i}`,
      busy: false,
      written: 0,
      possible: new Set<Version>([null]),
    }));
  }

  /** Entries may be gone. */
  lose(): void {
    for (const { possible } of this.#all) possible.add(null);
  }

  /** Entries may be gone, or any older ones back. */
  revert(): void {
    this.lose();
    for (const { possible, written } of this.#all) {
      for (let version = 1; version <= written; version += 1) possible.add(version);
    }
  }

  /** One operation on a key that is free. @param kind 0–12: which operation */
  async use(kind: number): Promise<void> {
    this.#turn += 1;
    const free = this.#all.filter(({ busy }) => !busy);
    const register = free[this.#turn % free.length];
    if (register === undefined) return;
    register.busy = true;
    try {
      if (kind < 6) await this.#read(register);
      else if (kind < 11) await this.#write(register);
      else await this.#remove(register, kind);
    } finally {
      register.busy = false;
    }
  }

  async #read({ key, possible }: Register): Promise<void> {
    const isCertain = this.#certainty.watch();
    const found = await this.#cache.get<{ key: string; version: number }>(key);
    const version = found?.version ?? null;
    // A failure looks like a miss.
    const explained = possible.has(version) || (version === null && !isCertain());
    if (!explained || (found !== null && found.key !== key)) {
      this.#wrong.push({ key, found, possible: [...possible] });
    }
  }

  async #write(register: Register): Promise<void> {
    register.written += 1;
    const { key, written: version } = register;
    await this.#change(register, version, () =>
      this.#cache.set(key, { key, version }, { ttl: TTL }),
    );
  }

  async #remove(register: Register, kind: number): Promise<void> {
    const { key } = register;
    await this.#change(register, null, () =>
      kind % 2 === 0 ? this.#cache.delete(key) : this.#cache.invalidate('params', { key }),
    );
  }

  async #change(register: Register, version: Version, work: () => Promise<unknown>): Promise<void> {
    const isCertain = this.#certainty.watch();
    // Also where it is never answered.
    register.possible.add(version);
    await work();
    if (isCertain()) register.possible = new Set([version]);
  }
}

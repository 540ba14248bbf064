/** Calls as an application mixes them, each checked against what it may answer. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SecureCache } from '../../js/node.ts';
import type { Certainty } from './certainty.ts';
import { Registers } from './traffic-registers.ts';

const TTL = 300;
const LARGE_BYTES = 20_000;

/**
 * Sealed functions of one namespace and of several, with hot and cold keys, values of some bytes and of
 * 20 KB, one with a tag that is invalidated, and keys that are set, read, deleted and invalidated.
 */
export class TrafficMix {
  /** Answers that no order of events explains. */
  readonly wrong: unknown[] = [];
  readonly #certainty: Certainty;
  readonly #cache: SecureCache;
  readonly #registers: Registers;
  readonly #profile: (id: number) => Promise<object>;
  readonly #settings: (id: number) => Promise<object>;
  readonly #report: (id: number) => Promise<object>;
  readonly #price: (id: number) => Promise<{ version: number }>;
  /** What the origin has, and what every answer from now on must have at least. */
  #version = 1;
  #leastVersion = 1;

  /** @param computed called each time one of the functions runs */
  constructor(cache: SecureCache, certainty: Certainty, computed: () => void) {
    const origin =
      (make: (id: number) => object) =>
      async (id: number): Promise<object> => {
        computed();
        return make(id);
      };
    this.#cache = cache;
    this.#certainty = certainty;
    this.#registers = new Registers(cache, certainty, this.wrong);
    this.#profile = cache.secure.wrap(origin(profileOf), {
      namespace: 'people',
      name: 'profile',
      ttl: TTL,
    });
    this.#settings = cache.secure.wrap(origin(settingsOf), {
      namespace: 'people',
      name: 'settings',
      ttl: TTL,
    });
    this.#report = cache.secure.wrap(origin(reportOf), { namespace: 'reports', ttl: TTL });
    this.#price = cache.secure.wrap(
      async (id: number) => {
        computed();
        return { ...priceOf(id), version: this.#version };
      },
      { namespace: 'prices', tags: ['tariff'], ttl: TTL },
    );
  }

  /** After a fault that may bring back what was replaced before it. */
  revert(): void {
    this.#leastVersion = 1;
    this.#registers.revert();
  }

  /** After a fault that may have taken entries away. */
  lose(): void {
    this.#registers.lose();
  }

  /** @param n how many calls were made before; decides what this one does */
  async call(n: number): Promise<void> {
    // Spreads the kinds evenly, and in the same order in every run.
    const kind = (Math.imul(n, 0x9e3779b1) >>> 0) % 100;
    const cold = 1000 + n;
    if (kind < 40) this.#check(await this.#profile(n % 10), profileOf(n % 10));
    else if (kind < 55) this.#check(await this.#settings(n % 10), settingsOf(n % 10));
    else if (kind < 63) this.#check(await this.#report(n % 5), reportOf(n % 5));
    else if (kind < 71) this.#check(await this.#profile(cold), profileOf(cold));
    else if (kind < 75) this.#check(await this.#report(cold), reportOf(cold));
    else if (kind < 86) await this.#askPrice(n % 20);
    else if (kind < 87) await this.#changeTariff();
    else await this.#registers.use(kind - 87);
  }

  #check(answer: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(answer, expected)) this.wrong.push({ answer, expected });
  }

  async #askPrice(id: number): Promise<void> {
    const least = this.#leastVersion;
    const { version, ...price } = await this.#price(id);
    this.#check(price, priceOf(id));
    if (version < least || version > this.#version) this.wrong.push({ id, version, least });
  }

  async #changeTariff(): Promise<void> {
    this.#version += 1;
    const version = this.#version;
    const isCertain = this.#certainty.watch();
    await this.#cache.invalidate('tags', { tags: ['tariff'] });
    if (isCertain()) this.#leastVersion = Math.max(this.#leastVersion, version);
  }
}

function profileOf(id: number): object {
  return { profile: id, born: new Date(id * 86_400_000), roles: new Set(['reader', id]) };
}

function settingsOf(id: number): object {
  return { settings: id, dark: id % 2 === 0, sizes: new Map([['font', id]]) };
}

/** Bytes that do not compress. */
function reportOf(id: number): object {
  const hash = createHash('shake256', { outputLength: LARGE_BYTES }).update(`report ${id}`);
  return { report: id, pages: new Uint8Array(hash.digest()) };
}

function priceOf(id: number): object {
  return { price: id, cents: id * 100 + 99 };
}

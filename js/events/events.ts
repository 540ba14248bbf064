import { ConfigurationError } from '../errors.ts';
import { contain } from '../log/contain.ts';
import { escapeText } from '../log/escape.ts';
import { log } from '../log/logger.ts';
import type { CacheEvents, EventName, Listener } from './event-types.ts';

interface Registration<Name extends EventName> {
  readonly listener: Listener<Name>;
  readonly once: boolean;
}

/** `null` where nobody listens, so that asking costs one property read. Arrays are never changed. */
type Registrations = { [Name in EventName]: readonly Registration<Name>[] | null };

/**
 * The events of one cache. Listeners run in the order they were added; one that fails is logged the
 * first time and keeps being called. Those added or removed while an event is delivered count from
 * the next one on.
 */
export class CacheEventEmitter {
  readonly #registrations: Registrations = nobody();
  readonly #reported = new WeakSet<object>();

  /**
   * @returns a function that removes this registration
   * @throws {ConfigurationError} for an unknown event or a listener that is no function
   */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#add(name, listener, false);
  }

  /** Like `on`, for the next event only. */
  once<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#add(name, listener, true);
  }

  /** Removes every registration of this listener for this event, those of `once` too. */
  off<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    this.#requireKnown(name);
    this.#keep(name, (registration) => registration.listener !== listener);
  }

  /** Whether anybody listens. Ask before building an event: without listeners nothing is allocated. */
  has(name: EventName): boolean {
    return this.#registrations[name] !== null;
  }

  /** Delivers an event; never throws. */
  emit<Name extends EventName>(name: Name, event: CacheEvents[Name]): void {
    const registrations: readonly Registration<Name>[] | null = this.#registrations[name];
    if (registrations === null) return;
    for (const registration of registrations) {
      // Removed before it runs: a listener that causes the same event again is still called once.
      if (registration.once && !this.#remove(name, registration)) continue;
      const { listener } = registration;
      contain(
        () => listener(event),
        (error) => this.#report(name, listener, error),
      );
    }
  }

  /** Removes all listeners of all events. */
  clear(): void {
    Object.assign(this.#registrations, nobody());
  }

  #add<Name extends EventName>(name: Name, listener: Listener<Name>, once: boolean): () => void {
    this.#requireKnown(name);
    if (typeof listener !== 'function') {
      throw new ConfigurationError(`the listener of "${name}" must be a function`);
    }
    const registration: Registration<Name> = { listener, once };
    this.#replace(name, [...(this.#registrations[name] ?? []), registration]);
    return () => {
      this.#remove(name, registration);
    };
  }

  /** Whether it was still there. */
  #remove<Name extends EventName>(name: Name, registration: Registration<Name>): boolean {
    const before = this.#registrations[name]?.length ?? 0;
    this.#keep(name, (other) => other !== registration);
    return (this.#registrations[name]?.length ?? 0) < before;
  }

  #keep<Name extends EventName>(
    name: Name,
    wanted: (registration: Registration<Name>) => boolean,
  ): void {
    const registrations: readonly Registration<Name>[] = this.#registrations[name] ?? [];
    this.#replace(name, registrations.filter(wanted));
  }

  #replace<Name extends EventName>(name: Name, next: readonly Registration<Name>[]): void {
    const registrations: { [N in Name]: readonly Registration<N>[] | null } = this.#registrations;
    registrations[name] = next.length === 0 ? null : next;
  }

  #requireKnown(name: string): void {
    if (Object.hasOwn(this.#registrations, name)) return;
    const known = Object.keys(this.#registrations).join(', ');
    throw new ConfigurationError(`there is no event "${escapeText(String(name))}"; use ${known}`);
  }

  #report(name: EventName, listener: object, error: unknown): void {
    if (this.#reported.has(listener)) return;
    this.#reported.add(listener);
    log(`a listener of "${name}" failed; its further failures are not logged`, error);
  }
}

function nobody(): Registrations {
  return {
    hit: null,
    miss: null,
    set: null,
    delete: null,
    error: null,
    evict: null,
    refresh: null,
    invalidate: null,
  };
}

import { ConfigurationError } from '../../errors.ts';
import type { Command, Memjs } from './connection.ts';
import type { ResolvedOptions } from './options.ts';
import { ServerLink } from './server-link.ts';

interface Opened {
  readonly memjs: Memjs;
  readonly links: readonly ServerLink[];
}

/** The servers of a store. A key of one that is down is not looked for on another. */
export class Pool {
  readonly #options: ResolvedOptions;
  #opening: Promise<Opened> | null = null;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  /** Sends a command to the server of the key. @throws {ConfigurationError} without memjs */
  async send<T>(wireKey: string, command: Command<T>): Promise<T> {
    this.#opening ??= this.#open();
    const { memjs, links } = await this.#opening;
    // As memjs does it, so that its users find what is stored here, and the other way round.
    const link = links[memjs.Utils.hashCode(wireKey) % links.length];
    if (link === undefined) throw new ConfigurationError('servers must not be empty');
    return await link.send(command);
  }

  /** What is under way still finishes. */
  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => null);
    await Promise.all(opened?.links.map((link) => link.close()) ?? []);
  }

  async #open(): Promise<Opened> {
    const memjs = await loadMemjs();
    const { servers } = this.#options;
    return {
      memjs,
      links: servers.map((address) => new ServerLink(memjs, address, this.#options)),
    };
  }
}

/** Late and only here: who stores elsewhere neither installs nor loads it. */
async function loadMemjs(): Promise<Memjs> {
  try {
    return await import('memjs');
  } catch (error) {
    throw new ConfigurationError(
      'the package "memjs" did not load; memcached() needs it: npm install memjs',
      { cause: error },
    );
  }
}

import { ConfigurationError } from '../../errors.ts';
import {
  type Ioredis,
  type IoredisCluster,
  type IoredisSubscriber,
  isIoredis,
  isIoredisCluster,
  isIoredisSubscriber,
} from './client-shapes.ts';
import type { RedisCommand, RedisLink, Subscriber } from './link.ts';

/** Who listens makes a new connection when one ends, because he must know of the gap. */
const LISTENING = {
  lazyConnect: true,
  retryStrategy: () => null,
  autoResubscribe: false,
  keepAlive: 5000,
};

/** An application's client of ioredis. It stays the application's to close. */
export class IoredisLink implements RedisLink {
  readonly isCluster: boolean;
  readonly #client: Ioredis | IoredisCluster;

  constructor(client: Ioredis | IoredisCluster) {
    this.#client = client;
    this.isCluster = isIoredisCluster(client);
  }

  async send([name, ...args]: RedisCommand): Promise<unknown> {
    // Not callBuffer: where the client makes pipelines by itself, that loses the name.
    const method: unknown = Reflect.get(this.#client, `${name.toLowerCase()}Buffer`);
    if (typeof method !== 'function') throw new Error('the client does not know the command');
    return await Reflect.apply(method, this.#client, [args]);
  }

  unanswered(): void {}

  async openSubscriber(): Promise<Subscriber> {
    const client = isIoredisCluster(this.#client) ? anyMaster(this.#client) : this.#client;
    const copy = isIoredis(client) ? client.duplicate(LISTENING) : undefined;
    if (isIoredisSubscriber(copy)) return new IoredisSubscription(copy);
    throw new ConfigurationError('this Redis client cannot be duplicated to listen');
  }

  async close(): Promise<void> {}
}

/** Every node of a cluster hears what is published on any of them. */
function anyMaster(cluster: IoredisCluster): unknown {
  const masters = cluster.nodes('master');
  const node = masters[Math.floor(Math.random() * masters.length)];
  if (node === undefined) throw new Error('the cluster is not connected');
  return node;
}

class IoredisSubscription implements Subscriber {
  readonly #client: IoredisSubscriber;
  #closed = false;

  constructor(client: IoredisSubscriber) {
    this.#client = client;
  }

  async listen(channel: string, heard: (message: Buffer) => void, lost: () => void): Promise<void> {
    const client = this.#client;
    client.on('error', () => {});
    client.on('end', () => {
      if (!this.#closed) lost();
    });
    client.on('messageBuffer', (_, message) => heard(message));
    await client.connect();
    await client.subscribe(channel);
  }

  close(): void {
    this.#closed = true;
    this.#client.disconnect();
  }
}

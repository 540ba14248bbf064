/** Three masters on loopback, each with a third of the slots, and replicas as asked for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, RedisServer } from './redis-server.ts';

const FIRST_MASTERS_LAST_SLOT = 5460;
const SLOTS = [`0 ${FIRST_MASTERS_LAST_SLOT}`, '5461 10922', '10923 16383'];
const START_MS = 30_000;

export class RedisCluster {
  readonly masters: RedisServer[] = [];
  readonly #nodes: RedisServer[] = [];
  readonly #options: readonly string[];

  private constructor(options: readonly string[]) {
    this.#options = options;
  }

  /** @param options further arguments for each `redis-server` */
  static async start(...options: string[]): Promise<RedisCluster> {
    const cluster = new RedisCluster(options);
    try {
      await cluster.#form();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** A replica that is up to date with its master. */
  async addReplica(master: RedisServer): Promise<RedisServer> {
    const replica = await this.#join('--repl-diskless-sync-delay', '0');
    const id = (await master.ask('CLUSTER MYID')).split('\r\n')[1];
    await until(async () => (await replica.ask(`CLUSTER REPLICATE ${id}`)).startsWith('+OK'));
    await until(async () => (await replica.ask('INFO replication')).includes('link_status:up'));
    await until(() => this.#agrees());
    return replica;
  }

  async #form(): Promise<void> {
    for (const slots of SLOTS) {
      const master = await this.#join();
      this.masters.push(master);
      await master.ask(`CLUSTER ADDSLOTSRANGE ${slots}`);
    }
    await until(() => this.#agrees());
  }

  async #join(...options: string[]): Promise<RedisServer> {
    const bus = await freePort();
    const own = ['--cluster-enabled', 'yes', '--cluster-port', `${bus}`];
    const node = await RedisServer.start(...own, ...this.#options, ...options);
    this.#nodes.push(node);
    await this.#nodes[0]?.ask(`CLUSTER MEET 127.0.0.1 ${node.port} ${bus}`);
    return node;
  }

  /** The master that has the slots from 0 to `lastSlot`. */
  get first(): { master: RedisServer; lastSlot: number } {
    const [master] = this.masters;
    if (master === undefined) throw new Error('the cluster has no master');
    return { master, lastSlot: FIRST_MASTERS_LAST_SLOT };
  }

  get urls(): string[] {
    return this.masters.map(({ url }) => url);
  }

  get ports(): number[] {
    return this.masters.map(({ port }) => port);
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) await node.stop();
  }

  async #agrees(): Promise<boolean> {
    const infos = await Promise.all(this.#nodes.map((node) => node.ask('CLUSTER INFO')));
    const known = `cluster_known_nodes:${this.#nodes.length}\r\n`;
    return infos.every((info) => info.includes('cluster_state:ok') && info.includes(known));
  }
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + START_MS;
  while (!(await reached())) {
    if (Date.now() > end) throw new Error('the cluster did not form');
    await sleep(50);
  }
}

/** The slot of a key without braces: CRC-16 (XMODEM) of its bytes, modulo 16,384. */
export function slotOf(key: string): number {
  let crc = 0;
  for (const byte of new TextEncoder().encode(key)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
  }
  return (crc & 0xffff) % 16_384;
}

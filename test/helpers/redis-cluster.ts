/** Three masters on loopback, each with a third of the slots. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, RedisServer } from './redis-server.ts';

const SLOTS = ['0 5460', '5461 10922', '10923 16383'];
const START_MS = 30_000;

export class RedisCluster {
  readonly masters: readonly RedisServer[];

  private constructor(masters: readonly RedisServer[]) {
    this.masters = masters;
  }

  static async start(): Promise<RedisCluster> {
    const masters: RedisServer[] = [];
    const cluster = new RedisCluster(masters);
    try {
      await cluster.#form(masters);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #form(masters: RedisServer[]): Promise<void> {
    const buses: number[] = [];
    for (const slots of SLOTS) {
      const bus = await freePort();
      const master = await RedisServer.start(
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        `${bus}`,
      );
      masters.push(master);
      buses.push(bus);
      await master.ask(`CLUSTER ADDSLOTSRANGE ${slots}`);
    }
    for (const [i, { port }] of masters.entries()) {
      await masters[0]?.ask(`CLUSTER MEET 127.0.0.1 ${port} ${buses[i]}`);
    }
    const until = Date.now() + START_MS;
    while (!(await this.#agrees())) {
      if (Date.now() > until) throw new Error('the cluster did not form');
      await sleep(50);
    }
  }

  get urls(): string[] {
    return this.masters.map(({ url }) => url);
  }

  get ports(): number[] {
    return this.masters.map(({ port }) => port);
  }

  async stop(): Promise<void> {
    for (const master of this.masters) await master.stop();
  }

  async #agrees(): Promise<boolean> {
    const infos = await Promise.all(this.masters.map((master) => master.ask('CLUSTER INFO')));
    return infos.every(
      (info) => info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3'),
    );
  }
}

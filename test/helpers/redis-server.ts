/** A `redis-server` of a test's own: on loopback, in a temporary folder, without persistence. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseProcess } from './pause-process.ts';

const START_MS = 15_000;

/** Another build, e.g. of Valkey. */
const BINARY = process.env['SEALCACHE_REDIS_SERVER'] ?? 'redis-server';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class RedisServer {
  readonly port: number;
  readonly folder: string;
  readonly #args: readonly string[];
  readonly #readySign: string;
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string, args: readonly string[], readySign: string) {
    this.port = port;
    this.folder = folder;
    this.#args = args;
    this.#readySign = readySign;
  }

  /** @param options further arguments for `redis-server` */
  static async start(...options: string[]): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'sealcache-redis-'));
    const port = await freePort();
    const args = [
      ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', ...options],
    ];
    const server = new RedisServer(port, folder, args, 'Ready to accept connections');
    await server.restart();
    return server;
  }

  /** A sentinel that alone decides about one master. */
  static async startSentinel(name: string, master: RedisServer): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'sealcache-sentinel-'));
    const port = await freePort();
    const config = join(folder, 'sentinel.conf');
    await writeFile(
      config,
      `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsentinel monitor ${name} 127.0.0.1 ${master.port} 1\n`,
    );
    const server = new RedisServer(port, folder, [config, '--sentinel'], '+monitor');
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again on its port, empty. */
  async restart(): Promise<void> {
    const child = spawn(BINARY, this.#args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.add(child);
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`${BINARY} does not start: apt-get install redis-server`, { cause: error });
    });
    child.once('exit', () => running.delete(child));
    this.#child = child;
    const until = Date.now() + START_MS;
    while (!said.includes(this.#readySign)) {
      if (child.exitCode !== null || Date.now() > until) {
        throw new Error(`${BINARY} did not come up:\n${said}`);
      }
      await Promise.race([sleep(10), failed]);
    }
    failed.catch(() => {});
  }

  /** It stays as it is, but answers nothing until `resume`. */
  pause(): void {
    if (this.#child !== null) pauseProcess(this.#child);
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Ends it and removes its folder. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends one command in the inline form, and gives the raw reply. */
  async ask(command: string): Promise<string> {
    const socket = dial(this.port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk: Buffer) => {
      reply += chunk.toString('latin1');
    });
    socket.end(`${command}\r\n`);
    await once(socket, 'close');
    return reply;
  }
}

/** Below the ports that systems give to outgoing connections: it stays free over a restart. */
const FIRST_PORT = 10_000;
const PORTS = 20_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

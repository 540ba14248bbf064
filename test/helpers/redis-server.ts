/** A `redis-server` of a test's own: on loopback, in a temporary folder, without persistence. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
  readonly #options: readonly string[];
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string, options: readonly string[]) {
    this.port = port;
    this.folder = folder;
    this.#options = options;
  }

  /** @param options further arguments for `redis-server`; a port of 0 among them stays closed */
  static async start(...options: string[]): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'sealcache-redis-'));
    const server = new RedisServer(await freePort(), folder, options);
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again on its port, empty. */
  async restart(): Promise<void> {
    const child = spawn(
      BINARY,
      [
        ...['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.folder],
        ...['--save', '', '--appendonly', 'no', '--daemonize', 'no', ...this.#options],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
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
    while (!said.includes('Ready to accept connections')) {
      if (child.exitCode !== null || Date.now() > until) {
        throw new Error(`${BINARY} did not come up:\n${said}`);
      }
      await Promise.race([sleep(10), failed]);
    }
    failed.catch(() => {});
  }

  /** It stays as it is, but answers nothing until `resume`. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
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

  /** Sends one command in the inline form, with a login where needed, and gives the raw reply. */
  async ask(command: string): Promise<string> {
    const socket = dial(this.port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk: Buffer) => {
      reply += chunk.toString('latin1');
    });
    socket.end(`${command}\r\nQUIT\r\n`);
    await once(socket, 'close');
    return reply.replace(/\+OK\r\n$/, '');
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

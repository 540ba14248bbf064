/** A `memcached` of a test's own, on loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseProcess } from '../../helpers/pause-process.ts';
import { freePort } from '../../helpers/redis-server.ts';

const START_MS = 15_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class MemcachedServer {
  readonly port: number;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  /** @param options further arguments for `memcached` */
  static async start(...options: string[]): Promise<MemcachedServer> {
    const port = await freePort();
    // Root has to say that it means it.
    const user = ['-u', userInfo().username];
    const args = ['-p', `${port}`, '-l', '127.0.0.1', '-U', '0', '-t', '1', ...user, ...options];
    const server = new MemcachedServer(port, args);
    await server.restart();
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Starts it again on its port, empty. */
  async restart(): Promise<void> {
    const child = spawn('memcached', this.#args, { stdio: ['ignore', 'ignore', 'inherit'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const failed = once(child, 'error').then(([error]) => {
      throw new Error('memcached does not start: apt-get install memcached', { cause: error });
    });
    this.#child = child;
    const until = Date.now() + START_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > until) {
        throw new Error('memcached did not come up');
      }
      await Promise.race([sleep(10), failed]);
    }
    failed.catch(() => {});
  }

  /** It stays as it is, but answers nothing until `resume`; the system still takes connections. */
  pause(): void {
    if (this.#child !== null) pauseProcess(this.#child);
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends the process at once, as a crash does. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Sends text commands and gives all that comes back. */
  async ask(...commands: string[]): Promise<string> {
    const socket = dial(this.port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk: Buffer) => {
      reply += chunk.toString('latin1');
    });
    socket.write([...commands, 'quit', ''].join('\r\n'));
    await once(socket, 'close');
    return reply;
  }

  async #answers(): Promise<boolean> {
    try {
      return (await this.ask('version')).startsWith('VERSION');
    } catch {
      return false;
    }
  }
}

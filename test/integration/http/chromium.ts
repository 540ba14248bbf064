/** A headless Chromium and one page in it, over the DevTools protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const BINARY = process.env['SEALCACHE_CHROMIUM'] ?? 'chromium';

/** A request that the page made, as it went out. */
export interface SentRequest {
  readonly url: string;
  readonly text: string;
}

export class Chromium {
  /** All that the page sent. */
  readonly sent: SentRequest[] = [];
  /** What the page logged, violations of its policy included. */
  readonly log: string[] = [];
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #session = '';
  #calls = 0;

  private constructor(child: ChildProcess, folder: string, socket: WebSocket) {
    this.#child = child;
    this.#folder = folder;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  static async start(): Promise<Chromium> {
    const folder = await mkdtemp(join(tmpdir(), 'sealcache-chromium-'));
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1200,1300'];
    const own = ['--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'];
    const child = spawn(BINARY, [...flags, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
    const socket = new WebSocket(await debuggerUrl(child));
    await once(socket, 'open');
    const browser = new Chromium(child, folder, socket);
    const { targetId } = await browser.call('Target.createTarget', { url: 'about:blank' });
    const attach = { targetId, flatten: true };
    const { sessionId } = await browser.call('Target.attachToTarget', attach);
    browser.#session = String(sessionId);
    for (const domain of ['Page', 'Runtime', 'Network', 'Log'])
      await browser.call(`${domain}.enable`);
    return browser;
  }

  async call(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#calls;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    const session = this.#session === '' ? {} : { sessionId: this.#session };
    this.#socket.send(JSON.stringify({ id, method, params, ...session }));
    const { result, error } = await promise;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  async open(url: URL): Promise<void> {
    await this.call('Page.navigate', { url: url.href });
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.call('Runtime.evaluate', asked);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return typeof result === 'object' && result !== null ? Reflect.get(result, 'value') : undefined;
  }

  async text(id: string): Promise<unknown> {
    return await this.evaluate(`document.getElementById(${JSON.stringify(id)})?.innerText`);
  }

  /** Fills inputs by their ids, and submits their form. */
  async submit(form: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.evaluate(`{
      for (const [id, value] of Object.entries(${JSON.stringify(values)})) {
        document.getElementById(id).value = value;
      }
      document.getElementById(${JSON.stringify(form)}).requestSubmit();
    }`);
  }

  /** A PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.call('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(String(data), 'base64');
  }

  async stop(): Promise<void> {
    this.#socket.close();
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(message: Answer): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else if (message.method === 'Network.requestWillBeSent') {
      const text = JSON.stringify(message.params);
      this.sent.push({ url: String(message.params?.request?.url), text });
    } else if (
      /^(Log.entryAdded|Runtime.(exceptionThrown|consoleAPICalled))$/.test(message.method ?? '')
    ) {
      this.log.push(JSON.stringify(message.params));
    }
  }
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly request?: { readonly url?: string } };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

async function debuggerUrl({ stderr, ...child }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('no output to read');
  for await (const line of createInterface(stderr)) {
    const [, url] = /^DevTools listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`${BINARY} (${child.pid}) does not start: apt-get install chromium`);
}

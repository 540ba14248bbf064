/** Runs the tool: as users do, and in this process where only its answer matters. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { run } from '../../../js/cli/run.ts';

export const MAIN = fileURLToPath(new URL('../../../js/cli/main.ts', import.meta.url));

export const KEY = '61'.repeat(32);
export const OTHER_KEY = '62'.repeat(32);

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

export interface CliInput {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** What file descriptor 3 gives. */
  readonly fd3?: string;
  readonly cwd?: string;
}

/** A process of its own, with nothing of our environment but the path. */
export async function cli(args: readonly string[], input: CliInput = {}): Promise<CliResult> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...input.env },
    cwd: input.cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => err.push(part));
  const [, , , fd3] = child.stdio;
  // A process that refuses its arguments ends without reading.
  for (const stream of [child.stdin, fd3]) stream?.on('error', () => {});
  child.stdin.end(input.stdin ?? '');
  if (fd3 !== null && fd3 !== undefined && 'end' in fd3) fd3.end(input.fd3 ?? '');
  const [status] = await once(child, 'close');
  const bytes = Buffer.concat(out);
  return {
    status: typeof status === 'number' ? status : null,
    stdout: bytes.toString(),
    bytes,
    stderr: Buffer.concat(err).toString(),
  };
}

/** The same without a process; descriptor 3 is not there. */
export async function here(args: readonly string[], input: CliInput = {}): Promise<CliResult> {
  const out = new Written();
  const err = new Written();
  const env = input.env ?? {};
  const status = await run(args, {
    stdin: onlyPart(Buffer.from(input.stdin ?? '')),
    stdout: out,
    stderr: err,
    environment: (name) => (env[name] === '' ? undefined : env[name]),
  });
  return { status, stdout: out.bytes.toString(), bytes: out.bytes, stderr: err.bytes.toString() };
}

class Written {
  bytes = Buffer.alloc(0);
  write(data: string | Uint8Array): void {
    this.bytes = Buffer.concat([this.bytes, Buffer.from(data)]);
  }
}

async function* onlyPart(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

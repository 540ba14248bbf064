/** The part that is used of a stream of the process. */
export interface Output {
  write(data: string | Uint8Array): unknown;
  /** Whether a person looks at it. */
  readonly isTTY?: boolean;
  /** Its width; only of a terminal. */
  readonly columns?: number;
}

/** What a command reaches of its process. */
export interface Context {
  readonly stdin: AsyncIterable<unknown>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** An environment variable; `undefined` where it is unset or empty. */
  environment(name: string): string | undefined;
}

export function processContext(): Context {
  const { stdin, stdout, stderr } = process;
  return {
    stdin,
    stdout,
    stderr,
    environment: (name) => (process.env[name] === '' ? undefined : process.env[name]),
  };
}

export function print({ stdout }: Pick<Context, 'stdout'>, ...lines: readonly string[]): void {
  stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** For people beside the result: standard output stays what a script reads. */
export function note({ stderr }: Pick<Context, 'stderr'>, line: string): void {
  stderr.write(`${line}\n`);
}

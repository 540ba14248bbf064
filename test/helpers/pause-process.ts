import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const LONGEST_MS = 10_000;
/** Where the system does not tell of its threads. */
const GUESSED_MS = 200;

/**
 * Stops a process until it gets SIGCONT, and returns when it has stopped: on a busy machine its threads
 * still answer for a while after the signal was sent.
 */
export function pauseProcess(child: ChildProcess): void {
  child.kill('SIGSTOP');
  const threads = `/proc/${child.pid}/task`;
  if (!existsSync(threads)) {
    sleepNow(GUESSED_MS);
    return;
  }
  const until = performance.now() + LONGEST_MS;
  while (!readdirSync(threads).every((thread) => isStopped(`${threads}/${thread}/stat`))) {
    if (performance.now() > until) throw new Error('the process does not stop');
    sleepNow(1);
  }
}

/** The state is the letter after the name, which stands in brackets and may hold any others. */
function isStopped(stat: string): boolean {
  const text = readFileSync(stat, 'latin1');
  return text[text.lastIndexOf(')') + 2] === 'T';
}

function sleepNow(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

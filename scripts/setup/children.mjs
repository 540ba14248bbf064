import { constants } from 'node:os';

// On Ctrl-C the terminal and npm both send the signal: the child must see one.
const REPEAT_MS = 500;

const running = new Map();
let ending = null;

/**
 * Passes SIGINT, SIGTERM and SIGHUP on to `child`'s process group. Returns what to call at its end;
 * this process then ends too if it was signalled, with the given exit code or the one of a shell.
 * An `expendable` child, whose work is thrown away anyway, is killed instead of asked to end.
 */
export function childStarted(child, { expendable = false } = {}) {
  running.set(child, expendable);
  return (code = null) => {
    running.delete(child);
    leaveIfEnding(code);
  };
}

/** What a shell reports for a process that died of `signal`. */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}

function leaveIfEnding(code = null) {
  if (ending !== null && running.size === 0) process.exit(code ?? exitCodeOf(ending.signal));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const now = performance.now();
    if (ending?.signal === signal && now - ending.at < REPEAT_MS) return;
    ending = { signal, at: now };
    for (const [child, expendable] of running) {
      try {
        process.kill(-child.pid, expendable ? 'SIGKILL' : signal);
      } catch {
        // Already gone: its end is about to be reported.
      }
    }
    leaveIfEnding();
  });
}

import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { childStarted } from './children.mjs';
import { SetupFailure } from './failure.mjs';
import { buildDir } from './paths.mjs';

const LINES_SHOWN = 40;
const HEARTBEAT_MS = 10_000;

/**
 * Runs a command to its end. Its output goes to `build/logs/<log>.log`; `say` gets its latest line
 * every 10 s, `onLine` each line, and a failure carries the last lines.
 */
export function run(command, args, { say, log, cwd, env, expendable, onLine = () => {} }) {
  const folder = join(buildDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const logFile = join(folder, `${log}.log`);
  const out = createWriteStream(logFile);
  const tail = [];
  // A group of its own, so that a signal reaches whatever the command started in turn.
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const finished = childStarted(child, { expendable });
  let shown;
  const heartbeat = setInterval(() => {
    const latest = tail.at(-1);
    say(latest === undefined || latest === shown ? '…' : latest);
    shown = latest;
  }, HEARTBEAT_MS);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      out.write(text);
      const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
      lines.forEach(onLine);
      tail.push(...lines);
      tail.splice(0, tail.length - LINES_SHOWN);
    });
  }
  return new Promise((resolve, reject) => {
    const settle = (failure) => {
      clearInterval(heartbeat);
      finished();
      out.end();
      if (failure === null) resolve();
      else reject(new SetupFailure(`${failure}\n${tail.join('\n')}\n(whole output: ${logFile})`));
    };
    child.once('error', (error) => settle(`${command} did not start: ${error.message}`));
    child.once('close', (code, signal) => {
      settle(code === 0 ? null : `${command} ${args.join(' ')} ended with ${signal ?? code}`);
    });
  });
}

/** What a quick command prints, or `null` where it is missing or fails. */
export function answerOf(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  return result.status === 0 ? result.stdout : null;
}

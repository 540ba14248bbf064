import { spawn } from 'node:child_process';
import { childStarted, exitCodeOf } from './children.mjs';
import { projectDir } from './paths.mjs';

/** Runs a command on this process's own output, passes signals on and resolves to its exit code. */
export function foreground(command, args, env = process.env) {
  const child = spawn(command, args, {
    cwd: projectDir,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const finished = childStarted(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      finished();
      reject(error);
    });
    child.once('close', (code, signal) => {
      const result = code ?? exitCodeOf(signal);
      finished(result);
      resolve(result);
    });
  });
}

import { spawn } from 'node:child_process';
import { childStarted, exitCodeOf } from './children.mjs';
import { projectDir } from './paths.mjs';

/**
 * Runs a command on this process's own output, passes signals on and resolves to its exit code. With
 * `listen`, that is called with each piece of the output, too.
 */
export function foreground(command, args, env = process.env, listen = undefined) {
  const output = listen === undefined ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd: projectDir,
    env,
    detached: true,
    stdio: ['ignore', output, output],
  });
  for (const name of listen === undefined ? [] : ['stdout', 'stderr']) {
    child[name].pipe(process[name], { end: false });
    child[name].setEncoding('utf8').on('data', listen);
  }
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

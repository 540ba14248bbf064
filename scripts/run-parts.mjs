import { foreground } from './setup/foreground.mjs';

/** How much of a failed part's output is shown again at the end, in characters. */
const SHOWN_AGAIN = 6000;

/** A terminal's colours outlive the pipe that the output is read through. */
const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env;

/**
 * Runs parts one after the other, each a list of commands, and prints at the end how each failed part
 * ended, then one table. A failed part does not keep the next from running. Resolves to the process's
 * exit code.
 */
export async function runParts(parts) {
  const rows = [];
  const failures = [];
  for (const { name, commands } of parts) {
    console.log(`\n── ${name}`);
    const begun = performance.now();
    const { passed, tail } = await allPass(commands);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    rows.push({ part: name, result: passed ? 'passed' : 'FAILED', seconds });
    if (!passed) failures.push({ name, tail });
  }
  for (const { name, tail } of failures)
    console.log(`\n── ${name} failed; its output ended with:\n${tail}`);
  console.log('');
  console.table(rows);
  return failures.length === 0 ? 0 : 1;
}

async function allPass(commands) {
  let tail = '';
  const listen = (text) => {
    tail = (tail + text).slice(-SHOWN_AGAIN);
  };
  for (const [command, ...args] of commands) {
    if ((await foreground(command, args, env, listen)) !== 0) return { passed: false, tail };
  }
  return { passed: true, tail };
}

import { foreground } from './setup/foreground.mjs';

/**
 * Runs parts one after the other, each a list of commands, and prints one table at the end. A failed
 * part does not keep the next from running. Resolves to the process's exit code.
 */
export async function runParts(parts) {
  const rows = [];
  for (const { name, commands } of parts) {
    console.log(`\n── ${name}`);
    const begun = performance.now();
    const passed = await allPass(commands);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    rows.push({ part: name, result: passed ? 'passed' : 'FAILED', seconds });
  }
  console.log('');
  console.table(rows);
  return rows.every((row) => row.result === 'passed') ? 0 : 1;
}

async function allPass(commands) {
  for (const [command, ...args] of commands) {
    if ((await foreground(command, args)) !== 0) return false;
  }
  return true;
}

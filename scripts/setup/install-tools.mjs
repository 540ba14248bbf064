import { existsSync } from 'node:fs';
import { SetupFailure } from './failure.mjs';
import { run } from './run.mjs';
import { atLeast } from './version.mjs';

/** Sees that every tool is there, installing what is missing where that is allowed: as root, with apt. */
export async function ensureTools(tools, say) {
  const missing = problemsOf(tools);
  if (missing.length === 0) return;
  if (!mayInstall()) throw new SetupFailure(explain(missing));
  await aptInstall(
    missing.map(({ tool }) => tool.apt),
    say,
  );
  const left = problemsOf(tools);
  if (left.length > 0) throw new SetupFailure(explain(left));
}

export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

export async function aptInstall(packages, say) {
  say(`apt-get install ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { say, env, log: 'apt-update' });
  const args = ['install', '--yes', '--no-install-recommends', ...packages];
  await run('apt-get', args, { say, env, log: 'apt-install' });
}

function problemsOf(tools) {
  return tools.flatMap((tool) => {
    const found = tool.probe();
    const fine = found !== null && (tool.minimum === undefined || atLeast(found, tool.minimum));
    return fine ? [] : [{ tool, found }];
  });
}

function explain(problems) {
  const lines = problems.map(({ tool, found }) => {
    const wanted = tool.minimum === undefined ? '' : ` ${tool.minimum} or newer`;
    return `  ${tool.name}${wanted} (${found ? `found ${found}` : 'not found'})`;
  });
  const packages = problems.map(({ tool }) => tool.apt).join(' ');
  return [
    'this machine lacks:',
    ...lines,
    `On Debian or Ubuntu, as root: apt-get install ${packages}`,
    'Elsewhere install the same with the system’s package manager, then run the command again.',
  ].join('\n');
}

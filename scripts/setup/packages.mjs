import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupFailure } from './failure.mjs';
import { projectDir, projectNode } from './paths.mjs';
import { answerOf, run } from './run.mjs';
import { readIfThere } from './stamp.mjs';
import { atLeast, versionIn } from './version.mjs';

const LOCK = join(projectDir, 'package-lock.json');
const INSTALLED = join(projectDir, 'node_modules', '.package-lock.json');
const MINIMUM_NODE = '24.0';

/** Runs `npm ci` unless node_modules already holds what package-lock.json says. */
export async function ensurePackages(say) {
  if (matchesLock()) return;
  say('npm ci');
  await npm(['ci', '--no-fund', '--no-audit'], say);
}

/** Sees that the Node of the `node` package runs: its install script fetches the binary. */
export async function ensureNode(say) {
  if (nodeRuns()) return;
  say('npm rebuild node');
  await npm(['rebuild', 'node'], say);
  if (!nodeRuns()) {
    throw new SetupFailure(
      `node_modules/.bin/node is not Node ${MINIMUM_NODE} or newer: install scripts may be switched ` +
        'off here. Run: npm rebuild node --ignore-scripts=false',
    );
  }
}

function nodeRuns() {
  const answer = answerOf(projectNode, ['--version']);
  return answer !== null && atLeast(versionIn(answer), MINIMUM_NODE);
}

function matchesLock() {
  const installedText = readIfThere(INSTALLED);
  if (installedText === null) return false;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const installed = JSON.parse(installedText).packages;
  const wantedPaths = Object.keys(wanted).filter((path) => path !== '');
  // Optional packages of other platforms are in the lock file and never installed.
  const complete = wantedPaths.every((path) =>
    installed[path] === undefined
      ? wanted[path].optional === true
      : installed[path].version === wanted[path].version &&
        installed[path].integrity === wanted[path].integrity,
  );
  return complete && Object.keys(installed).every((path) => wanted[path] !== undefined);
}

function npm(args, say) {
  // npm replaces node_modules while it runs: it must not run on the Node that lies there.
  const inside = join(projectDir, 'node_modules');
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.startsWith(inside));
  const env = { ...process.env, PATH: path.join(delimiter) };
  return run('npm', args, { say, env, cwd: projectDir, log: `npm-${args[0]}` });
}

/**
 * `npm run test:mutants`: makes each mistake of named-mutants.mjs in a copy of the tree and shows that
 * its test, which passes without it, fails. The exit code is 0 when all of them do.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedMutants } from './named-mutants.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const COPY = join(ROOT, 'build', 'mutation', 'named');
const REPORT = join(COPY, 'report.json');

function copyTree() {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(join(COPY, 'build'), { recursive: true });
  for (const name of ['js', 'test', 'package.json', 'vitest.config.ts']) {
    cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  }
  for (const name of ['node_modules', 'build/native', 'build/wasm']) {
    symlinkSync(join(ROOT, name), join(COPY, name));
  }
}

/** How the tests of that name ended: passed, failed, or not there. */
function outcome(file, test) {
  rmSync(REPORT, { force: true });
  const pattern = test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['--project', 'unit', '--reporter', 'json', '--outputFile', REPORT];
  const arguments_ = [vitest, 'run', ...options, '-t', pattern, file];
  spawnSync(process.execPath, arguments_, { cwd: COPY, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8'));
  const states = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ status }) => status);
  if (states.length === 0) return 'not there';
  return states.includes('failed') ? 'failed' : 'passed';
}

/** How the named test ends while the mistake is in the copy. */
function outcomeWith({ file, from, to, in: testFile, test }) {
  const path = join(COPY, file);
  const genuine = readFileSync(path, 'utf8');
  if (genuine.split(from).length !== 2) return 'mistake not applicable';
  writeFileSync(
    path,
    genuine.replace(from, () => to),
  );
  try {
    return outcome(testFile, test);
  } finally {
    writeFileSync(path, genuine);
  }
}

copyTree();
const rows = namedMutants.map((mutant) => ({
  mistake: mutant.name,
  without: outcome(mutant.in, mutant.test),
  with: outcomeWith(mutant),
}));
console.table(rows);
const killed = rows.filter((row) => row.without === 'passed' && row.with === 'failed').length;
console.log(`${killed} of ${rows.length} are noticed`);
process.exitCode = killed === rows.length ? 0 : 1;

/** What `.ci/run` runs once the machine is set up: every check there is, with one table at the end. */
import { runParts } from './run-parts.mjs';
import { projectNode } from './setup/paths.mjs';
import { testParts } from './test-parts.mjs';

const bin = (name, ...args) => [`node_modules/.bin/${name}`, ...args];
const script = (name, ...args) => [projectNode, `scripts/${name}.mjs`, ...args];

process.exitCode = await runParts([
  { name: 'lint', commands: [bin('biome', 'lint', '--error-on-warnings')] },
  { name: 'format', commands: [script('format', '--check')] },
  {
    name: 'types',
    commands: [bin('tsc', '-p', 'tsconfig.json'), bin('tsc', '-p', 'test-workers/tsconfig.json')],
  },
  { name: 'lint C++', commands: [script('lint-cpp')] },
  ...testParts,
  {
    name: 'sanitizers',
    commands: [
      ['cmake', '--preset', 'asan'],
      ['cmake', '--build', '--preset', 'asan', '--parallel', '2'],
      ['ctest', '--preset', 'asan', '--parallel', '2'],
    ],
  },
]);

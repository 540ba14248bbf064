import { join } from 'node:path';
import { projectDir, projectNode } from './setup/paths.mjs';

const vitest = [projectNode, join(projectDir, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];

/** The parts of `npm test`, in order. */
export const testParts = [
  { name: 'core', commands: [['ctest', '--preset', 'native', '--parallel', '2']] },
  { name: 'unit', commands: [[...vitest, '--project', 'unit']] },
  { name: 'protocol', commands: [[...vitest, '--project', 'protocol']] },
  { name: 'integration', commands: [[...vitest, '--project', 'integration']] },
  { name: 'adversary', commands: [[...vitest, '--project', 'adversary']] },
  { name: 'workers', commands: [[...vitest, '--config', 'test-workers/vitest.config.ts']] },
  { name: 'bundle', commands: [[projectNode, 'scripts/check-workers-bundle.mjs']] },
];

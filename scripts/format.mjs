/** `npm run format`: formats every file; `--check` changes nothing and fails where it would. */
import { cppFiles } from './cpp-files.mjs';
import { runParts } from './run-parts.mjs';

const check = process.argv.includes('--check');
const clangFormat = check ? ['--dry-run', '-Werror'] : ['-i'];
process.exitCode = await runParts([
  {
    name: 'TypeScript, JavaScript, JSON',
    commands: [['node_modules/.bin/biome', 'format', ...(check ? [] : ['--write'])]],
  },
  { name: 'C++', commands: [['clang-format', ...clangFormat, ...cppFiles()]] },
]);

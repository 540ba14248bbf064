/**
 * `npm run test:mutation`: mutates js/cache and js/core and shows which changes no test notices. Files
 * as arguments are mutated alone: `npm run test:mutation -- js/cache/writer.ts`. What is still true of
 * an earlier run is taken from it; `--force` tests all anew. See docs/mutation.md.
 */
import { Stryker } from '@stryker-mutator/core';
import { areas } from './areas.mjs';
import { survivorLines, tableLines } from './summary.mjs';

const given = process.argv.slice(2);
const files = given.filter((argument) => argument !== '--force');
const unknown = files.filter((file) => !/^js\/(cache|core)\/[\w-]+\.ts$/.test(file));
if (unknown.length > 0) {
  console.error(`no file of js/cache or js/core: ${unknown.join(', ')}`);
  process.exit(2);
}

const results = [];
for (const { name, mutate, tests } of areas) {
  const chosen = files.filter((file) => file.startsWith(`js/${name}/`));
  if (files.length > 0 && chosen.length === 0) continue;
  const stryker = new Stryker({
    configFile: 'test/mutation/stryker.config.json',
    mutate: files.length > 0 ? chosen : mutate,
    vitest: { configFile: tests },
    incrementalFile: `build/mutation/${name}.json`,
    force: given.includes('--force'),
  });
  results.push(...(await stryker.runMutationTest()));
}
console.log(['', ...survivorLines(results), '', ...tableLines(results)].join('\n'));

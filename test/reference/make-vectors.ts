/** Writes test/vectors/*.json: `node test/reference/make-vectors.ts`. The result never varies. */
import { writeFileSync } from 'node:fs';
import { allVectorFiles } from './vectors/all.ts';
import { rowCount, textOf } from './vectors/vector-file.ts';

let total = 0;
for (const file of allVectorFiles()) {
  writeFileSync(new URL(`../vectors/${file.name}`, import.meta.url), textOf(file));
  console.log(`${file.name}: ${rowCount(file)} rows`);
  total += rowCount(file);
}
console.log(`${total} rows in all`);

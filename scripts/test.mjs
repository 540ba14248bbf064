/**
 * `npm test`: sets the machine up, then runs every part of the tests, or those named as arguments:
 * core, unit, protocol, integration, adversary, workers, bundle.
 */
import { runParts } from './run-parts.mjs';
import { setUp } from './setup/main.mjs';
import { testParts } from './test-parts.mjs';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => testParts.every((part) => part.name !== name));
if (unknown.length > 0) {
  const known = testParts.map((part) => part.name).join(', ');
  console.error(`no such part: ${unknown.join(', ')}; there are: ${known}`);
  process.exit(2);
}

const parts = testParts.filter((part) => chosen.length === 0 || chosen.includes(part.name));
await setUp({ servers: parts.some(({ name }) => ['integration', 'adversary'].includes(name)) });
process.exitCode = await runParts(parts);

/**
 * `npm start`: sets the machine up, then runs the main job on the project's own Node. Arguments after
 * `--` are the main job's.
 */
import { join } from 'node:path';
import { foreground } from './setup/foreground.mjs';
import { setUp } from './setup/main.mjs';
import { projectDir, projectNode } from './setup/paths.mjs';

await setUp();
const job = join(projectDir, 'scripts', 'main-job', 'main.ts');
process.exitCode = await foreground(projectNode, [job, ...process.argv.slice(2)]);

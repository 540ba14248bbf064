/**
 * `npm start`: sets the machine up, then runs the main job on the project's own Node. Arguments after
 * `--` are the main job's; they are looked at first, so that a slip does not cost a set-up.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foreground } from './setup/foreground.mjs';
import { setUp } from './setup/main.mjs';
import { projectDir, projectNode } from './setup/paths.mjs';

const USAGE = `npm start [-- [--serve [--storage folder]] [file.json | folder]...]

Seals JSON documents (the bundled samples where none is named) in Node and in a local Worker and
has each open what the other sealed.

  --serve           run the cache service afterwards and print its address and an API key
  --storage folder  where the service keeps everything; default build/service
  -h, --help        print this
`;

function readArguments() {
  try {
    const options = {
      serve: { type: 'boolean' },
      storage: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    };
    return parseArgs({ options, allowPositionals: true }).values;
  } catch (error) {
    console.error(`npm start: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

if (readArguments().help) {
  console.log(USAGE);
} else {
  await setUp();
  const job = join(projectDir, 'scripts', 'main-job', 'main.ts');
  process.exitCode = await foreground(projectNode, [job, ...process.argv.slice(2)]);
}

#!/usr/bin/env node
/** `npx sealcache`: the command-line tool (docs/cli.md). */
import { processContext } from './framework/context.ts';
import { run } from './run.ts';

// Whoever reads our output may stop before its end, as `head` does.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await run(process.argv.slice(2), processContext());

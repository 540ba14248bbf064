/**
 * The main job: carries JSON documents between Node and a Worker, sealed, and proves that both sides
 * write the same protocol and refuse what was tampered with. Exit status 0 only if all of it held.
 *
 *     npm start                       the bundled samples
 *     npm start -- folder file.json   your own documents
 *     npm start -- --serve            the same, then runs the cache service until it is stopped
 *     npm start -- --serve --storage folder   what the service keeps; default build/service
 *
 * scripts/start.mjs, which `npm start` runs first, refuses other options.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_STORAGE } from '../../js/cli/api-keys-local.ts';
import { file, generateKey, WorkersKVBackend } from '../../js/node.ts';
import { openCaches } from './caches.ts';
import { type Carried, carry, type Route } from './carry.ts';
import { type Document, InputError, loadDocuments } from './documents.ts';
import { IndependentCheck } from './independent.ts';
import { type LocalWorker, startWorker } from './local-worker.ts';
import { tryAttacks } from './refusals.ts';
import { printCarried, printRefusals } from './report.ts';
import { serve } from './serve.ts';

const TENANT = 'default';

const masterKey = generateKey();
const accessToken = generateKey();

try {
  const { values, positionals } = parseArgs({
    options: {
      serve: { type: 'boolean', default: false },
      storage: { type: 'string', default: DEFAULT_STORAGE },
    },
    allowPositionals: true,
  });
  process.exitCode = (await job(loadDocuments(positionals))) ? 0 : 1;
  if (values.serve) await serve(values.storage);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
}

async function job(documents: readonly Document[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'sealcache-'));
  // Not in the `finally` below: Miniflare ends the process on a signal.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const worker = await startWorker(masterKey, TENANT, accessToken);
  try {
    return await run(documents, worker, folder);
  } finally {
    await worker.stop();
  }
}

async function run(
  documents: readonly Document[],
  worker: LocalWorker,
  folder: string,
): Promise<boolean> {
  const fileStore = file({ cacheDir: folder });
  const kvStore = new WorkersKVBackend(worker.kv);
  const caches = openCaches({ file: fileStore, kv: kvStore }, masterKey, TENANT);
  const check = new IndependentCheck(masterKey, TENANT);
  const route: Route = { caches, fileStore, kvStore, worker, check };

  console.log(
    `sealing ${documents.length} documents in Node and in a Worker on ${worker.url.origin}\n`,
  );
  const carried: Carried[] = [];
  for (const document of documents) carried.push(await carry(document, route));
  const allHeld = printCarried(carried);

  const refusals = await tryAttacks(route, masterKey);
  const allRefused = printRefusals(refusals);
  await Promise.all([caches.files.close(), caches.kv.close(), caches.memory.close()]);
  return allHeld && allRefused;
}

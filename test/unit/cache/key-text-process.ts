/**
 * Makes encrypted caches from keys that nobody else holds on to, and prints which of the keys a heap
 * dump still shows, as JSON. Run with --expose-gc.
 */
import { getHeapSnapshot } from 'node:v8';
import { createCache, EncryptionManager, generateKey, MemoryBackend } from '../../../js/node.ts';

export interface KeyTextReport {
  /** A key that is held on to, as any other string: what the search must find. */
  readonly control: boolean;
  readonly shown: readonly string[];
}

const collect = globalThis.gc;
if (collect === undefined) throw new Error('see the head of this file');

/** In one piece, as it comes out of a file or an environment variable. */
const flatKey = (): string => Buffer.from(generateKey()).toString('latin1');
/** Another form of a key, from which it can be made again. */
const codesOf = (key: string): number[] => Array.from(key, (digit) => digit.charCodeAt(0));

const makers = {
  createCache: (masterKey: string, previous: string) =>
    createCache({
      backend: new MemoryBackend(),
      encryption: { masterKey, previousMasterKeys: [previous] },
    }),
  'createCache.secure': (masterKey: string, previous: string) =>
    createCache.secure({
      backend: new MemoryBackend(),
      masterKey,
      previousMasterKeys: [previous],
      metrics: false,
    }),
  EncryptionManager: (masterKey: string, previous: string) =>
    new EncryptionManager(masterKey, 'tenant', [previous]),
};

const alive: unknown[] = [];
const keys = new Map<string, number[]>();

async function make(name: keyof typeof makers): Promise<void> {
  const [masterKey, previous] = [flatKey(), flatKey()];
  keys.set(`${name}, current`, codesOf(masterKey));
  keys.set(`${name}, retired`, codesOf(previous));
  const made = makers[name](masterKey, previous);
  if (made instanceof EncryptionManager) await made.prepare();
  else await made.set('k', 'v');
  alive.push(made);
}

const control = flatKey();
for (const name of ['createCache', 'createCache.secure', 'EncryptionManager'] as const) {
  await make(name);
}
// The engine keeps the last text that any pattern has matched, until the next match.
if (!/^any$/.test('any')) throw new Error('no match');
for (let i = 0; i < 3; i++) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  collect();
}
let dump = '';
for await (const chunk of getHeapSnapshot()) dump += String(chunk);
const shown = [...keys]
  .filter(([, codes]) => dump.includes(String.fromCharCode(...codes)))
  .map(([name]) => name);
const report: KeyTextReport = { control: dump.includes(control), shown };
// The caches are still in use.
if (alive.length !== 3) throw new Error('not all were made');
process.stdout.write(JSON.stringify(report));

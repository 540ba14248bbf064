import type { Carried } from './carry.ts';
import type { Refusal } from './refusals.ts';
import { printTable } from './table.ts';

/** Prints one line per document; true if every property held for every one. */
export function printCarried(carried: readonly Carried[]): boolean {
  printTable(
    [
      'key',
      'plain B',
      'stored B',
      'first stored bytes',
      'Node>Worker',
      'Worker>Node',
      'AAD equal',
      '= node:crypto',
      'set µs',
      'get µs',
    ],
    carried.map((row) => [
      row.key,
      String(row.plainBytes),
      String(row.storedBytes),
      row.firstBytes,
      yes(row.workerOpenedNodes),
      yes(row.nodeOpenedWorkers),
      yes(row.aadEqual),
      yes(row.ciphertextEqual),
      row.setMicroseconds.toFixed(1),
      row.getMicroseconds.toFixed(1),
    ]),
  );
  const held = carried.filter(
    (row) => row.workerOpenedNodes && row.nodeOpenedWorkers && row.aadEqual && row.ciphertextEqual,
  );
  console.log(`\n${held.length} of ${carried.length} documents held in every column`);
  console.log(
    'Node>Worker: sealed in Node, opened in the Worker; Worker>Node: the other way round',
  );
  console.log(
    'AAD equal: node:crypto authenticates what both sealed under one AAD built on its own',
  );
  console.log('= node:crypto: it gives the same ciphertext and tag for the nonce in the entry');
  console.log('set, get: encrypted, in Node, over an in-memory store\n');
  return held.length === carried.length;
}

/** Prints what became of manipulated entries; true if both sides refused every one. */
export function printRefusals(refusals: readonly Refusal[]): boolean {
  printTable(
    ['manipulated entry', 'Node says', 'Worker says', 'refused'],
    refusals.map((row) => [row.attack, row.node, row.worker, yes(row.refused)]),
  );
  return refusals.every((row) => row.refused);
}

function yes(held: boolean): string {
  return held ? 'yes' : 'NO';
}

/** The key of a call (PROTOCOL §7.1). */

import type { Item } from '../../js/conformance/interop-model.ts';
import { blake2bHex } from './blake2b.ts';
import { utf8 } from './bytes.ts';
import { canonicalArguments } from './interop-write.ts';
import { refuse } from './protocol-error.ts';

const firsts = 'abcdefghijklmnopqrstuvwxyz0123456789';
const reserved = ['ns', 'nsapi'];

export function interopKey(namespace: string, operation: string, args: readonly Item[]): string {
  if (!isSegment(namespace) || !isSegment(operation) || reserved.includes(namespace)) {
    refuse('kInteropSegment');
  }
  return `${namespace}:${operation}:${blake2bHex(canonicalArguments(args), 32)}`;
}

function isSegment(text: string): boolean {
  const size = utf8(text).length;
  if (size < 1 || size > 64 || text.includes('..')) return false;
  const rests = `${firsts}._-`;
  return [...text].every((character, i) => (i === 0 ? firsts : rests).includes(character));
}

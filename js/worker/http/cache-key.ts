import { Refusal } from './refusal.ts';

/** The server's key rules (PROTOCOL §1.4). What passes is ASCII and holds no slash. */
const KEY = /^[A-Za-z0-9_.:-]{1,400}$/;
const NAMESPACED = /^(ns|nsapi):/;
const NAMESPACED_KEY = /^(ns|nsapi):[A-Za-z0-9_-]{1,64}:./;

/** Routes, which clients refuse to use as keys (PROTOCOL §10.2). */
const RESERVED = ['.', 'health', 'ttl', 'lock'];

/**
 * Decodes a path segment, once, and checks it.
 * @throws {Refusal} 400
 */
export function decodeKey(segment: string): string {
  const key = decoded(segment);
  if (!KEY.test(key) || key.includes('..') || RESERVED.includes(key)) {
    throw new Refusal(
      400,
      'a key is 1 to 400 of A-Z a-z 0-9 _ . : -, without "..", and none of . health ttl lock',
    );
  }
  if (NAMESPACED.test(key) && !NAMESPACED_KEY.test(key)) {
    throw new Refusal(
      400,
      'a key that begins with ns: or nsapi: goes on with a namespace of 1 to 64 of A-Z a-z 0-9 _ - and ":" and more',
    );
  }
  return key;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'the key must be valid percent-encoding of UTF-8');
  }
}

import { type Backend, isLockableBackend, isTTLBackend } from '../backends/backend.ts';
import type { ResolvedSubject } from './resolve-subject.ts';
import { longLife, VALUE } from './samples.ts';

type Operation = readonly [name: string, call: () => Promise<unknown>];

/** The four operations that every store has and that take a key. */
export function basicOperations(store: Backend, key: string): Operation[] {
  return [
    ['get()', () => store.get(key)],
    ['set()', () => store.set(key, VALUE)],
    ['delete()', () => store.delete(key)],
    ['exists()', () => store.exists(key)],
  ];
}

/** Every operation that the store has, except `close`. */
export function allOperations(store: Backend, key: string, subject: ResolvedSubject): Operation[] {
  const { getWithTtl, getMany, setMany, deleteMany } = store;
  const operations = basicOperations(store, key);
  if (getWithTtl !== undefined) operations.push(['getWithTtl()', () => getWithTtl(key)]);
  if (getMany !== undefined) operations.push(['getMany()', () => getMany([key])]);
  if (setMany !== undefined) operations.push(['setMany()', () => setMany([[key, VALUE]])]);
  if (deleteMany !== undefined) operations.push(['deleteMany()', () => deleteMany([key])]);
  if (isTTLBackend(store)) {
    operations.push(['getTTL()', () => store.getTTL(key)]);
    operations.push(['refreshTTL()', () => store.refreshTTL(key, longLife(subject))]);
  }
  if (isLockableBackend(store)) {
    operations.push(['acquireLock()', () => store.acquireLock(key, 10_000)]);
    operations.push(['releaseLock()', () => store.releaseLock(key, 'some-token')]);
  }
  return operations;
}

import { type Backend, isLockableBackend, isTTLBackend } from '../backends/backend.ts';
import type { Feature } from './subject.ts';

const DETECTED: readonly (readonly [Feature, (store: Backend) => boolean])[] = [
  ['getWithTtl', (store) => store.getWithTtl !== undefined],
  ['getMany', (store) => store.getMany !== undefined],
  ['setMany', (store) => store.setMany !== undefined],
  ['deleteMany', (store) => store.deleteMany !== undefined],
  ['ttl', isTTLBackend],
  ['locks', isLockableBackend],
];

export const FEATURES: readonly Feature[] = DETECTED.map(([feature]) => feature);

export function featuresOf(store: Backend): Feature[] {
  return DETECTED.filter(([, isThere]) => isThere(store)).map(([feature]) => feature);
}

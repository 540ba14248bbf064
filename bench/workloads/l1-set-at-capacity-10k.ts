import { setAtCapacity } from '../set-at-capacity.ts';

export const workload = setAtCapacity(10_000);

import { generateParamsHash } from '../../js/node.ts';
import { ARGS } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** The hash of a call's arguments. */
export const workload: Workload = {
  n: 5_000,
  async setup() {
    await generateParamsHash(ARGS);
    return () => generateParamsHash(ARGS);
  },
};

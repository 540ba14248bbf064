import { ValueCodec } from '../../js/codec/value-codec.ts';
import { VALUE } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** A value to bytes and back. */
export const workload: Workload = {
  n: 1_000,
  async setup() {
    const codec = new ValueCodec();
    return () => codec.decode(codec.encode(VALUE));
  },
};

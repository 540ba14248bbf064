/** One thing to measure. Each file in `workloads/` exports one, under the file's name. */
export interface Workload {
  /** Operations in the measured window; large enough that no optimising compile falls into it. */
  readonly n: number;
  /** Makes everything that is not to be measured, and gives the operation. */
  setup(): Promise<() => unknown>;
}

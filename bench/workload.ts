/** One thing to measure. Each file in `workloads/` exports one, under the file's name. */
export interface Workload {
  /** Operations in the measured window: so many that none of V8’s optimising compiles falls into it. */
  readonly n: number;
  /** Makes everything that is not to be measured, and gives the operation. */
  setup(): Promise<() => unknown>;
}

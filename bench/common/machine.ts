import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Where a run took place: its figures mean little elsewhere. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly node: string;
  readonly openssl: string;
  /** Average of the last minute, of processes that wanted to run. Above the cores it disturbs. */
  readonly load: number;
  /** When the run began, UTC. */
  readonly date: string;
}

export function machine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    openssl: process.versions.openssl ?? 'none',
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
    date: new Date().toISOString(),
  };
}

import type { Environment } from '../environment.ts';
import type { Shard } from '../shard/shards.ts';

/** One call about one entry, from somebody who may make it. */
export interface Call {
  readonly request: Request;
  readonly environment: Environment;
  readonly tenant: string;
  readonly key: string;
  /** Of the key. */
  readonly shard: Shard;
}

export type Handler = (call: Call) => Promise<Response>;

import { type Context, note } from '../framework/context.ts';
import type { Checkpoint } from './checkpoint.ts';
import { addCounts, type Counts, noCounts } from './counts.ts';
import { ProgressBar } from './progress-bar.ts';
import type { Resealer } from './resealer.ts';
import type { WalkedStore } from './store.ts';

const SAVE_EVERY_MS = 1000;

export interface Walk {
  readonly store: WalkedStore;
  readonly resealer: Resealer;
  /** In the keyring. */
  readonly keys: number;
  /** Whether entries are written. */
  readonly write: boolean;
  readonly checkpoint: Checkpoint | null;
  readonly signal: AbortSignal;
}

export interface WalkResult {
  readonly counts: Counts;
  /** Whether the end was reached. */
  readonly finished: boolean;
}

/** Goes through a store, from where a checkpoint says to its end or until it is told to stop. */
export async function walkStore(walk: Walk, context: Context): Promise<WalkResult> {
  const { store, resealer, checkpoint, signal } = walk;
  const { cursor: start, counts } = await startOf(walk, context);
  const before = counts.examined;
  const bar = new ProgressBar(context.stderr);
  let cursor = start;
  let finished = true;
  // The first batch is saved at once: it shows whether the file can be written.
  let savedAt = Number.NEGATIVE_INFINITY;
  const save = async (): Promise<void> => {
    if (cursor !== null) await checkpoint?.save({ epoch: store.epoch, cursor, counts });
    savedAt = performance.now();
  };
  try {
    for await (const batch of store.walk(start)) {
      const { examined, missed, skipped } = batch;
      const found = await resealer.work(batch.items, walk.write);
      addCounts(counts, { ...found, examined, missed, skipped: { ...skipped } });
      ({ cursor } = batch);
      bar.update({ done: counts.examined, total: store.total, before });
      if (performance.now() - savedAt > SAVE_EVERY_MS) await save();
      if (!signal.aborted || cursor === null) continue;
      finished = false;
      break;
    }
  } finally {
    bar.end();
    await save();
  }
  if (finished) await checkpoint?.remove();
  return { counts, finished };
}

interface Start {
  readonly cursor: string | null;
  readonly counts: Counts;
}

async function startOf({ store, keys, checkpoint }: Walk, context: Context): Promise<Start> {
  const saved = (await checkpoint?.load()) ?? null;
  if (saved === null) return { cursor: null, counts: noCounts(keys) };
  if (saved.epoch === store.epoch) {
    note(context, `sealcache: goes on after ${saved.counts.examined} names`);
    return saved;
  }
  note(
    context,
    'sealcache: the server may have been started anew since the checkpoint; begins from the start',
  );
  return { cursor: null, counts: noCounts(keys) };
}

import type { Attack } from '../attack.ts';
import { CHANGED_BYTES } from './changed-bytes.ts';
import { MOVED_ENTRIES } from './moved-entries.ts';
import { REPLAYS } from './replays.ts';

export const ATTACKS: readonly Attack[] = [...MOVED_ENTRIES, ...CHANGED_BYTES, ...REPLAYS];

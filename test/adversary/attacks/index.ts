import type { Attack } from '../attack.ts';
import { BOMBS } from './bombs.ts';
import { CHANGED_BYTES } from './changed-bytes.ts';
import { DOCUMENTS } from './documents.ts';
import { KEYS } from './keys.ts';
import { MOVED_ENTRIES } from './moved-entries.ts';
import { OPTIONS } from './options.ts';
import { REPLAYS } from './replays.ts';

export const ATTACKS: readonly Attack[] = [
  ...MOVED_ENTRIES,
  ...CHANGED_BYTES,
  ...REPLAYS,
  ...BOMBS,
  ...DOCUMENTS,
  ...KEYS,
  ...OPTIONS,
];

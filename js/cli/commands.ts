import { apiKeys } from './api-keys-command.ts';
import { bench } from './bench/bench.ts';
import { completionOf } from './completion/completion.ts';
import { conformance } from './conformance/conformance.ts';
import { doctor } from './doctor/doctor.ts';
import { fingerprint } from './fingerprint.ts';
import type { Command } from './framework/command.ts';
import { inspect } from './inspect/inspect.ts';
import { keygen } from './keygen.ts';
import { open } from './open.ts';
import { rotate } from './rotate/rotate.ts';
import { seal } from './seal.ts';

/** In the order of help. */
export const COMMANDS: readonly Command[] = [
  keygen,
  fingerprint,
  inspect,
  open,
  seal,
  rotate,
  doctor,
  conformance,
  bench,
  apiKeys,
  completionOf(() => COMMANDS),
];

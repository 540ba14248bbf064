import { apiKeys } from './api-keys-command.ts';
import { fingerprint } from './fingerprint.ts';
import type { Command } from './framework/command.ts';
import { keygen } from './keygen.ts';

/** In the order of help. */
export const COMMANDS: readonly Command[] = [keygen, fingerprint, apiKeys];

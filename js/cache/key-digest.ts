import type { Core, MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';

const encoder = new TextEncoder();

/**
 * BLAKE2b-128 of a text, 32 hex digits: what the store knows a tag by. A promise only until the core
 * is loaded.
 */
export function textDigest(
  loadCore: () => MaybePromise<Core>,
): (text: string) => MaybePromise<string> {
  const digest = (core: Core, text: string) => core.blake2bHex(encoder.encode(text), 16);
  return (text) => {
    const core = loadCore();
    return isThenable(core) ? core.then((loaded) => digest(loaded, text)) : digest(core, text);
  };
}

/** The same of a key, for log lines and spans; a core that is not there yet cannot name it. */
export function keyDigest(loadCore: () => MaybePromise<Core>): (key: string) => string {
  const digest = textDigest(loadCore);
  return (key) => {
    try {
      const name = digest(key);
      return isThenable(name) ? '(core still loading)' : name;
    } catch {
      // A log line must not replace what it tells of.
      return '(core not loaded)';
    }
  };
}

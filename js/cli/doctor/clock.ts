import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Finding, good, problem } from './finding.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Beyond it, a TTL of a minute differs by a percent between two machines. */
const MOST_SKEW_MS = 600;

/** A clock that is wrong ends entries too early or too late where the store has none of its own. */
export function clockFinding(now = Date.now()): Finding {
  const installed = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  const shown = new Date(now).toISOString();
  if (now < installed - DAY_MS) return problem('clock', `${shown}, before this tool was installed`);
  return good('clock', shown);
}

/**
 * @param server seconds and microseconds, as Redis tells its time
 * @param asked by our clock, before and after the question
 */
export function skewFinding(
  server: readonly [seconds: number, microseconds: number],
  asked: readonly [before: number, after: number],
): Finding {
  const theirs = server[0] * 1000 + server[1] / 1000;
  const [before, after] = asked;
  // Anything between the two is no difference that could be told.
  const skew = theirs < before ? before - theirs : Math.max(0, theirs - after);
  const shown = `${Math.round(skew)} ms apart from ours`;
  return skew > MOST_SKEW_MS ? problem('clock of Redis', shown) : good('clock of Redis', shown);
}

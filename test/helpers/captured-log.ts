import { afterEach, beforeEach } from 'vitest';
import { setLogger } from '../../js/log/logger.ts';

/** Collects the library's log lines of every test of the file instead of printing them. */
export function captureLog(): string[] {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    setLogger((message) => lines.push(message));
  });
  afterEach(() => setLogger(null));
  return lines;
}

import { describe, expect, it, vi } from 'vitest';
import { RateLimited } from '../../../js/log/rate-limited.ts';
import { captureLog } from '../../helpers/captured-log.ts';

const lines = captureLog();

describe('B12, B13: absorbed failures are logged, but not with every call', () => {
  it('writes one line per kind and interval, then how many were left out', () => {
    let now = 1_000_000;
    const limited = new RateLimited(60_000, () => now);
    limited.warn('set', 'set rejected');
    limited.warn('seal', 'seal failed');
    limited.warn('set', 'set rejected');
    now += 59_999;
    limited.warn('set', 'set rejected');
    expect(lines).toEqual(['set rejected', 'seal failed']);
    now += 1;
    limited.warn('set', 'set rejected');
    limited.warn('seal', 'seal failed');
    expect(lines.slice(2)).toEqual([
      'set rejected (2 more like it since the last line)',
      'seal failed',
    ]);
    now += 60_000;
    limited.warn('set', 'set rejected');
    expect(lines.at(-1)).toBe('set rejected');
  });

  it('waits a minute of the wall clock by default', () => {
    vi.useFakeTimers({ now: 0 });
    try {
      const limited = new RateLimited();
      limited.warn('set', 'a');
      vi.setSystemTime(59_999);
      limited.warn('set', 'b');
      vi.setSystemTime(60_000);
      limited.warn('set', 'c');
      expect(lines).toEqual(['a', 'c (1 more like it since the last line)']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not silenced by a clock that is set back', () => {
    let now = 5_000;
    const limited = new RateLimited(60_000, () => now);
    limited.warn('set', 'a');
    now = 4_999;
    limited.warn('set', 'b');
    expect(lines).toEqual(['a', 'b']);
  });

  it('counts per cache', () => {
    new RateLimited(60_000, () => 0).warn('set', 'a');
    new RateLimited(60_000, () => 0).warn('set', 'b');
    expect(lines).toEqual(['a', 'b']);
  });

  it('makes no message it does not write', () => {
    const message = vi.fn<() => string>(() => 'digest');
    const limited = new RateLimited(60_000, () => 0);
    limited.warn('set', message);
    limited.warn('set', message);
    expect(message).toHaveBeenCalledOnce();
    expect(lines).toEqual(['digest']);
  });
});

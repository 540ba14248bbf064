import { describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { CacheEventEmitter } from '../../../js/events/events.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { unhandledRejections } from '../../helpers/unhandled-rejections.ts';

const lines = captureLog();

describe('cache events', () => {
  it('reach the listeners of their name, in order', () => {
    const events = new CacheEventEmitter();
    const seen: string[] = [];
    events.on('hit', ({ key, layer }) => seen.push(`1 ${key} ${layer}`));
    events.on('hit', ({ key }) => seen.push(`2 ${key}`));
    events.on('miss', () => seen.push('miss'));
    events.emit('hit', { key: 'a', layer: 'l2' });
    expect(seen).toEqual(['1 a l2', '2 a']);
  });

  it('are known to have no listener as long as there is none', () => {
    const events = new CacheEventEmitter();
    expect(events.has('hit')).toBe(false);
    const stop = events.on('hit', () => {});
    const other = vi.fn<() => void>();
    events.on('hit', other);
    expect(events.has('hit')).toBe(true);
    expect(events.has('miss')).toBe(false);
    stop();
    stop();
    expect(events.has('hit')).toBe(true);
    events.off('hit', other);
    expect(events.has('hit')).toBe(false);
    events.emit('hit', { key: 'a', layer: 'l1' });
    expect(other).not.toHaveBeenCalled();
  });

  it('call a once listener once, even when it causes the event again', () => {
    const events = new CacheEventEmitter();
    const listener = vi.fn<() => void>(() => events.emit('set', { key: 'again' }));
    events.once('set', listener);
    events.emit('set', { key: 'a' });
    events.emit('set', { key: 'b' });
    expect(listener.mock.calls).toEqual([[{ key: 'a' }]]);
    expect(events.has('set')).toBe(false);
  });

  it('call a once listener once when an earlier listener causes the event again', () => {
    const events = new CacheEventEmitter();
    const second = vi.fn<() => void>();
    events.once('set', () => events.emit('set', { key: 'inner' }));
    events.once('set', second);
    events.emit('set', { key: 'outer' });
    expect(second).toHaveBeenCalledExactlyOnceWith({ key: 'inner' });
  });

  it('off removes on and once registrations alike, and nothing else', () => {
    const events = new CacheEventEmitter();
    const gone = vi.fn<() => void>();
    const stays = vi.fn<() => void>();
    events.on('delete', gone);
    events.once('delete', gone);
    events.on('delete', stays);
    events.off('delete', gone);
    events.off('miss', gone);
    events.emit('delete', { key: 'a' });
    expect(gone).not.toHaveBeenCalled();
    expect(stays).toHaveBeenCalledOnce();
  });

  it('listeners added during delivery count from the next event on', () => {
    const events = new CacheEventEmitter();
    const late = vi.fn<() => void>();
    events.once('miss', () => void events.on('miss', late));
    events.emit('miss', { key: 'a' });
    expect(late).not.toHaveBeenCalled();
    events.emit('miss', { key: 'b' });
    expect(late).toHaveBeenCalledExactlyOnceWith({ key: 'b' });
  });

  it('clear removes all', () => {
    const events = new CacheEventEmitter();
    events.on('miss', () => {});
    events.on('error', () => {});
    events.clear();
    expect([events.has('miss'), events.has('error')]).toEqual([false, false]);
  });

  it.each(['hits', '__proto__', 'constructor', 'evil\nname'])('refuses the event %j', (name) => {
    const events = new CacheEventEmitter();
    for (const method of [events.on, events.once, events.off]) {
      const call = () => Reflect.apply(method, events, [name, () => {}]);
      expect(call).toThrow(ConfigurationError);
      expect(call).toThrow(/^there is no event "[^\n]*use hit, miss, set/);
    }
  });

  it('refuses a listener that is no function', () => {
    const events = new CacheEventEmitter();
    expect(() => Reflect.apply(events.on, events, ['hit', {}])).toThrow(ConfigurationError);
    expect(events.has('hit')).toBe(false);
  });
});

describe('B51: a failing listener is contained and logged once', () => {
  it('sync and async', async () => {
    const events = new CacheEventEmitter();
    const after = vi.fn<() => void>();
    const reasons = await unhandledRejections(() => {
      events.on('hit', () => {
        throw new TypeError('secret key');
      });
      events.on('hit', () => Promise.reject(new RangeError('secret key')));
      events.on('hit', after);
      events.emit('hit', { key: 'a', layer: 'l1' });
      events.emit('hit', { key: 'b', layer: 'l1' });
    });
    expect(reasons).toEqual([]);
    expect(after).toHaveBeenCalledTimes(2);
    expect(lines).toEqual([
      'a listener of "hit" failed; its further failures are not logged: TypeError',
      'a listener of "hit" failed; its further failures are not logged: RangeError',
    ]);
  });
});

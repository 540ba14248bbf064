/** The service is stopped and started again under load: no wrong value, and it is used again in time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCache, generateKey } from '../../../js/node.ts';
import { startService } from '../../../scripts/main-job/local-service.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { apiKeyOf } from './service-client.ts';

const REQUESTS_PER_SECOND = 200;
/** The breaker of the preset stays open for 5 s, and its probes have 5 s, too. */
const RECOVERS_WITHIN_MS = 15_000;

/** What became of the calls in one phase. */
interface Tally {
  calls: number;
  /** Answered by the service. */
  stored: number;
  /** Computed, because the service did not answer or had nothing. */
  computed: number;
  slowestMs: number;
}

test('a restart under 200 requests a second', { timeout: 120_000 }, async () => {
  const storage = await mkdtemp(join(tmpdir(), 'sealcache-faults-'));
  const port = await freePort();
  let service = await startService({ storage, port });
  const cache = createCache.io({
    apiKey: await apiKeyOf(service),
    apiUrl: service.url.origin,
    allowCustomHost: 'loopback',
    // Every call goes to the service.
    l1: { enabled: false },
    encryption: { masterKey: generateKey() },
  });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);

  const wrong: unknown[] = [];
  const phases = { before: tally(), down: tally(), after: tally() };
  let phase: keyof typeof phases = 'before';
  let upAgain = 0;
  let recovered = 0;
  const ask = cache.secure.wrap(
    async (id: number) => ({ id, text: `value of ${id}`, made: performance.now() }),
    { namespace: 'load', ttl: 300 },
  );
  const pending = new Set<Promise<void>>();

  async function one(id: number): Promise<void> {
    const { [phase]: counts } = phases;
    const begun = performance.now();
    const { made, ...value } = await ask(id);
    counts.calls += 1;
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - begun));
    if (value.id !== id || value.text !== `value of ${id}`) wrong.push(value);
    // What was made after the call began was computed for it, or for another at the same time.
    if (made > begun) counts.computed += 1;
    else counts.stored += 1;
    if (made < begun && upAgain > 0 && begun > upAgain) recovered ||= performance.now();
  }

  let calls = 0;
  const load = setInterval(() => {
    const work = one(calls++ % 100).finally(() => pending.delete(work));
    pending.add(work);
  }, 1000 / REQUESTS_PER_SECOND);
  try {
    await sleep(4_000);
    phase = 'down';
    await service.stop();
    await sleep(2_000);
    service = await startService({ storage, port });
    upAgain = performance.now();
    phase = 'after';
    await expect.poll(() => recovered, { timeout: RECOVERS_WITHIN_MS, interval: 20 }).not.toBe(0);
    await sleep(3_000);
  } finally {
    clearInterval(load);
    await Promise.all(pending);
    process.off('unhandledRejection', note);
    await cache.close();
    await service.stop();
    await rm(storage, { recursive: true, force: true });
  }
  console.log('calls by phase', phases, `used again ${Math.round(recovered - upAgain)} ms after`);
  expect([wrong, unhandled]).toEqual([[], []]);
  expect(phases.before.stored).toBeGreaterThan(100);
  expect(phases.down.computed).toBeGreaterThan(100);
  expect(phases.after.stored).toBeGreaterThan(100);
});

function tally(): Tally {
  return { calls: 0, stored: 0, computed: 0, slowestMs: 0 };
}

/** What a restart of the service leaves: everything but the connections. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startService } from '../../../scripts/main-job/local-service.ts';
import { apiKeyOf, ask, backendOf } from './service-client.ts';

test('entries, deadlines, locks, API keys and counts outlive it', {
  timeout: 120_000,
}, async () => {
  const storage = await mkdtemp(join(tmpdir(), 'sealcache-service-'));
  try {
    const large = new Uint8Array(2 * 1024 * 1024).fill(5);
    const before = await startService({ storage });
    const apiKey = await apiKeyOf(before);
    let backend = backendOf(before, apiKey);
    await backend.set('small', Uint8Array.of(1), 500);
    await backend.set('large', large);
    const lockId = await backend.acquireLock('small', 600_000);
    // Counts are saved after five seconds, on a busy machine later.
    await sleep(10_000);
    await before.stop();
    await expect(backend.get('small')).rejects.toMatchObject({ classification: 'transient' });

    const after = await startService({ storage });
    backend = backendOf(after, apiKey);
    expect(await backend.get('small')).toStrictEqual(Uint8Array.of(1));
    expect(await backend.getTTL('small')).toBeGreaterThan(300);
    expect(Buffer.compare((await backend.get('large')) ?? new Uint8Array(0), large)).toBe(0);
    expect(await backend.acquireLock('small', 600_000)).toBeNull();
    await backend.releaseLock('small', lockId ?? '');
    expect(await backend.acquireLock('small', 600_000)).not.toBeNull();
    expect(await backend.health()).toMatchObject({ cacheEntries: 2, activeLocks: 1 });
    const status = await ask(after, apiKey, 'GET', '/v1/status');
    const { minutes } = await status.json();
    const puts = minutes.map((minute: { puts: number }) => minute.puts);
    expect(puts.reduce((sum: number, n: number) => sum + n, 0)).toBe(2);
    await after.stop();
  } finally {
    await rm(storage, { recursive: true, force: true });
  }
});

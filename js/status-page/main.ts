/** The status page: asks for an API key, then shows what the service counts, every few seconds. */
import { barChart, lineChart, short } from './charts.ts';
import { byId, input, onSubmit, replace } from './document.ts';
import { openEntry } from './open-entry.ts';
import { recentRows } from './recent.ts';
import { hitRatio, lastHour, quantile, total } from './series.ts';
import { ServiceClient } from './service.ts';
import type { Status } from './status.ts';

const REFRESH_MS = 5000;

let client: ServiceClient | null = null;

onSubmit('sign-in', async () => {
  client = new ServiceClient(input('api-key').value.trim());
  await refresh(client);
});

onSubmit('open', async () => {
  const target = byId('value');
  target.textContent = '';
  if (client === null) return;
  const [key, masterKey, tenant] = ['entry-key', 'master-key', 'tenant'].map(
    (id) => input(id).value,
  );
  const text = await openEntry(client, key ?? '', masterKey?.trim() ?? '', tenant ?? '').catch(
    (error: unknown) => (error instanceof Error ? error.message : 'it does not open'),
  );
  target.textContent = text;
});

setInterval(() => {
  if (client !== null && !document.hidden) void refresh(client);
}, REFRESH_MS);

async function refresh(service: ServiceClient): Promise<void> {
  try {
    const status = await service.status();
    // A slow answer to the key before must not show another tenant's figures.
    if (client !== service) return;
    show(status);
    say('');
  } catch (error) {
    if (client !== service) return;
    client = null;
    say(error instanceof Error ? error.message : 'the service does not answer');
  }
}

function say(text: string): void {
  const state = byId('state');
  state.textContent = text;
  state.classList.toggle('failed', text !== '');
}

function show(status: Status): void {
  const { latencyBounds: bounds, entries, locks, recent } = status;
  const hour = lastHour(status);
  const ratio = hitRatio(hour);
  const numbers: readonly [string, string][] = [
    ['entries', `${entries}`],
    ['locks', `${locks}`],
    ['hit ratio, last hour', ratio === null ? '–' : `${ratio.toFixed(1)} %`],
    ['reads', short(total(hour, 'hits') + total(hour, 'misses'))],
    ['writes', short(total(hour, 'puts'))],
    ['p95', `${quantile(hour, bounds, 0.95) ?? '–'} ms`],
  ];
  replace('numbers', ...numbers.map(([name, value]) => number(name, value)));
  const over = (read: (minute: (typeof hour)[number]) => number | null) => hour.map(read);
  replace(
    'ratio',
    lineChart([{ name: 'hits', style: 'one', values: over((minute) => hitRatio([minute])) }], 100),
  );
  replace(
    'latency',
    lineChart([
      { name: 'p50', style: 'one', values: over((minute) => quantile([minute], bounds, 0.5)) },
      { name: 'p95', style: 'two', values: over((minute) => quantile([minute], bounds, 0.95)) },
    ]),
  );
  replace(
    'bytes',
    lineChart([
      { name: 'in', style: 'one', values: over((minute) => minute?.bytesIn ?? 0) },
      { name: 'out', style: 'two', values: over((minute) => minute?.bytesOut ?? 0) },
    ]),
  );
  replace('sizes', barChart(recent.map(({ size }) => size).reverse()));
  replace('recent', ...recentRows(recent));
  byId('view').hidden = false;
}

function number(name: string, value: string): HTMLElement {
  const group = document.createElement('div');
  const [term, text] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = name;
  text.textContent = value;
  group.append(term, text);
  return group;
}

import { bytes, type HeaderFields } from '../http/answer.ts';
import { notFound, unavailable } from '../http/refusal.ts';
import type { EntryView } from '../shard/entry-view.ts';
import { readValue, stored } from '../values/value-stores.ts';
import type { Call } from './call.ts';
import { noteLatency, takeLatencies } from './latencies.ts';

/** Looks at an entry that is replaced again and again while its value is read. */
const MOST_LOOKS = 3;

/** `GET /v1/cache/{key}`. */
export async function readEntry(call: Call): Promise<Response> {
  const begun = Date.now();
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const entry = looks === 0 ? await firstViewOf(call) : await viewOf(call);
    const body = await readValue(call.environment, entry);
    noteLatency(call.tenant, Date.now() - begun);
    if (body !== null)
      return bytes(body, { ...freshness(entry), ...freshFor(entry), ...origin(entry) });
    await requireChanged(call, entry);
  }
  throw unavailable('the entry is being replaced');
}

/** As `viewOf`, counted as a read. */
async function firstViewOf({ shard, key, tenant }: Call): Promise<EntryView> {
  return requireEntry(await stored(() => shard.read(key, takeLatencies(tenant))));
}

/** `HEAD /v1/cache/{key}`: no `Fresh-For`, since there is nothing to copy (API-28). */
export async function headEntry(call: Call): Promise<Response> {
  return bytes(null, freshness(await viewOf(call)));
}

/** @throws {Refusal} 404 */
export async function viewOf({ shard, key }: Call): Promise<EntryView> {
  return requireEntry(await stored(() => shard.look(key)));
}

function requireEntry(view: EntryView | null): EntryView {
  if (view === null) throw notFound();
  return view;
}

/**
 * Returns if the entry was replaced or removed while its value was read.
 * @throws {Refusal} 503 for a value that KV has yet to bring here, 404 for one that is gone for good
 */
async function requireChanged({ shard, key }: Call, { name }: EntryView): Promise<void> {
  const became = await stored(() => shard.missing(key, name));
  if (became === 'on its way') throw unavailable('the value is on its way');
  if (became === 'gone') throw notFound();
}

function freshness({ stale }: EntryView): HeaderFields {
  return { 'X-CacheKit-Freshness': stale ? 'stale' : 'fresh' };
}

/** Left out for what does not expire; 0 for what is stale (PROTOCOL §10.4). */
function freshFor({ freshFor }: EntryView): HeaderFields {
  return freshFor === null ? {} : { 'X-CacheKit-Fresh-For': String(freshFor) };
}

function origin({ place, age }: EntryView): HeaderFields {
  return { 'X-CacheKit-Store-Source': place, Age: String(age) };
}

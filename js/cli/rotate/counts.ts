/** What a walk found so far. */
export interface Counts {
  examined: number;
  /** Entries that each key opened, the new key first. */
  readonly byKey: number[];
  /** Entries that none of the keys opened. */
  unopened: number;
  /** Entries put under the new key; in a dry run, those that would be. */
  resealed: number;
  /** Entries that others changed before they could be put under the new key. */
  changed: number;
  skipped: Record<string, number>;
  /** Of those, entries that may be under any key. */
  missed: number;
}

const NUMBERS = ['examined', 'unopened', 'resealed', 'changed', 'missed'] as const;

export function noCounts(keys: number): Counts {
  return {
    examined: 0,
    byKey: new Array<number>(keys).fill(0),
    unopened: 0,
    resealed: 0,
    changed: 0,
    skipped: {},
    missed: 0,
  };
}

/** Adds what was found since. */
export function addCounts(sum: Counts, more: Counts): void {
  for (const name of NUMBERS) sum[name] += more[name];
  for (const [i, count] of more.byKey.entries()) sum.byKey[i] = (sum.byKey[i] ?? 0) + count;
  for (const [reason, count] of Object.entries(more.skipped)) {
    sum.skipped[reason] = (sum.skipped[reason] ?? 0) + count;
  }
}

/** Entries that a retired key still opens. */
export function leftUnderOldKeys({ byKey, resealed }: Counts, reseals: boolean): number {
  const found = byKey.slice(1).reduce((sum, count) => sum + count, 0);
  return reseals ? found - resealed : found;
}

/** Checks what a checkpoint says. */
export function isCounts(value: unknown, keys: number): value is Counts {
  if (typeof value !== 'object' || value === null) return false;
  const member = (name: string): unknown => Reflect.get(value, name);
  const byKey = member('byKey');
  const skipped = member('skipped');
  return (
    NUMBERS.every((name) => isCount(member(name))) &&
    Array.isArray(byKey) &&
    byKey.length === keys &&
    byKey.every(isCount) &&
    typeof skipped === 'object' &&
    skipped !== null &&
    Object.values(skipped).every(isCount)
  );
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

import type { WalkTerms } from './checkpoint.ts';
import { type Counts, leftUnderOldKeys } from './counts.ts';

export interface Report {
  readonly terms: WalkTerms;
  readonly counts: Counts;
  readonly dryRun: boolean;
  readonly finished: boolean;
}

export function reportLines({ terms, counts, dryRun, finished }: Report): readonly string[] {
  const { reseal } = terms;
  const left = leftUnderOldKeys(counts, reseal && !dryRun);
  return [
    `store: ${terms.store}`,
    `${finished ? 'names looked at' : 'names looked at so far'}: ${counts.examined}`,
    'entries by the key that opened them:',
    ...terms.keys.map(
      (key, i) => `  ${key}  ${i === 0 ? '--to    ' : '--from  '}${counts.byKey[i] ?? 0}`,
    ),
    `  none of them${' '.repeat(30)}${counts.unopened}`,
    ...Object.entries(counts.skipped).map(([reason, count]) => `not opened, ${reason}: ${count}`),
    ...(reseal && !dryRun
      ? [`re-sealed: ${counts.resealed}`, `changed meanwhile, left alone: ${counts.changed}`]
      : []),
    ...(reseal && dryRun ? [`would be re-sealed: ${left}`] : []),
    `left under a --from key: ${left}`,
  ];
}

export function reportJson({ terms, counts, dryRun, finished }: Report): string {
  const left = leftUnderOldKeys(counts, terms.reseal && !dryRun);
  return JSON.stringify({ ...terms, dryRun, finished, ...counts, left });
}

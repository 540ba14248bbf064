/** One check of one vector, and how to run it. */
import { NotShipped } from './not-shipped.ts';
import type { Capability, ConformanceTarget } from './target.ts';

interface RowName {
  /** The vector file, e.g. 'wire-format.json'. */
  readonly file: string;
  /** The list inside the file. */
  readonly group: string;
  /** The vector, and the aspect checked where a vector has several. */
  readonly name: string;
}

/** Throws when the target does not conform. */
export interface RunnableRow extends RowName {
  /** Optional members of the target that the row cannot do without. */
  readonly needs: readonly Capability[];
  run(target: ConformanceTarget): Promise<void>;
}

/** A vector that binds other kinds of SDK, and why it does not bind this one. */
export interface InapplicableRow extends RowName {
  readonly notApplicable: string;
}

export type Row = RunnableRow | InapplicableRow;

export type Outcome =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'notApplicable'; readonly reason: string };

/** Never throws. */
export async function runRow(row: Row, target: ConformanceTarget): Promise<Outcome> {
  if ('notApplicable' in row) return { state: 'notApplicable', reason: row.notApplicable };
  const missing = row.needs.filter((capability) => target[capability] === undefined);
  if (missing.length > 0) {
    return { state: 'notApplicable', reason: `the target has no ${missing.join(', ')}` };
  }
  try {
    await row.run(target);
    return { state: 'passed' };
  } catch (error) {
    if (error instanceof NotShipped) return { state: 'notApplicable', reason: error.message };
    return { state: 'failed', error };
  }
}

/** A factory for the rows of one list in one file. */
export interface RowGroup {
  row(
    name: string,
    run: (target: ConformanceTarget) => Promise<void>,
    needs?: readonly Capability[],
  ): RunnableRow;
  skip(name: string, reason: string): InapplicableRow;
}

export function rowGroup(file: string, group: string): RowGroup {
  return {
    row: (name, run, needs = []) => ({ file, group, name, needs, run }),
    skip: (name, reason) => ({ file, group, name, notApplicable: reason }),
  };
}

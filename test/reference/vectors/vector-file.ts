/** The shape and the text of one vector file: every row on a line of its own. */
import { type ErrorKind, ProtocolError } from '../protocol-error.ts';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

export type VectorRow = { readonly name: string } & { readonly [key: string]: Json };

export interface VectorFile {
  readonly name: string;
  readonly about: string;
  readonly groups: Readonly<Record<string, readonly VectorRow[]>>;
}

export function textOf(file: VectorFile): string {
  const groups = Object.entries(file.groups).map(([group, rows]) => {
    const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
    return `  ${JSON.stringify(group)}: [\n${lines.join(',\n')}\n  ]`;
  });
  return `{\n  "about": ${JSON.stringify(file.about)},\n${groups.join(',\n')}\n}\n`;
}

export function rowCount(file: VectorFile): number {
  return Object.values(file.groups).reduce((sum, rows) => sum + rows.length, 0);
}

/** The kind that the spec demands, once the reference is seen to refuse with it. */
export function refusal(name: string, expected: ErrorKind, attempt: () => unknown): ErrorKind {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ProtocolError && error.kind === expected) return expected;
    throw new Error(`${name}: expected ${expected}`, { cause: error });
  }
  throw new Error(`${name}: expected ${expected}, but it was accepted`);
}

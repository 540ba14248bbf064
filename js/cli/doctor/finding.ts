/** One line of the report. */
export interface Finding {
  readonly name: string;
  readonly value: string;
  /** Whether something has to be done about it. */
  readonly isProblem: boolean;
}

export function good(name: string, value: string): Finding {
  return { name, value, isProblem: false };
}

export function problem(name: string, value: string): Finding {
  return { name, value, isProblem: true };
}

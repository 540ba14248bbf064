/** The options of a command: how they are declared, and what a command reads from them. */

interface OptionBase {
  /** One line, without the name. */
  readonly help: string;
}

export interface Flag extends OptionBase {
  readonly type: 'boolean';
  readonly multiple?: never;
}

export interface TextOption extends OptionBase {
  readonly type: 'string';
  /** What stands for the value in help. */
  readonly value: string;
  /** Whether it may be given several times. */
  readonly multiple?: boolean;
  /** All the values that it takes, where those are few. */
  readonly choices?: readonly string[];
}

export type Option = Flag | TextOption;
export type Options = Readonly<Record<string, Option>>;

type NamesOf<O extends Options, Kind extends Option> = {
  [N in keyof O]: O[N] extends Kind ? N : never;
}[keyof O] &
  string;

/** Each option as often as it was given; a flag holds empty text. */
export type GivenValues = ReadonlyMap<string, readonly string[]>;

/** What was given of the options `O`. */
export class Given<O extends Options> {
  readonly positionals: readonly string[];
  readonly #values: GivenValues;

  constructor(values: GivenValues, positionals: readonly string[]) {
    this.#values = values;
    this.positionals = positionals;
  }

  flag(name: NamesOf<O, Flag>): boolean {
    return this.#values.has(name);
  }

  text(name: NamesOf<O, TextOption>): string | undefined {
    return this.#values.get(name)?.[0];
  }

  texts(name: NamesOf<O, TextOption>): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

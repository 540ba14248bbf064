/** What the process ends with (docs/cli.md). */
export const EXIT = {
  /** Done, and whatever was asked holds. */
  ok: 0,
  /** The answer is no: an entry does not open, a check failed, there is no such thing. */
  no: 1,
  /** A wrong command, option, key or setting: nothing was done. */
  usage: 2,
  /** A file or a store cannot be read, written or reached. */
  unreachable: 3,
  /** An error that the tool does not know. */
  internal: 4,
  /** Ctrl+C, as shells count it. */
  interrupted: 130,
} as const;

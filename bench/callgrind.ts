/** Reading what callgrind wrote of one thread. */

export interface Counted {
  readonly instructions: number;
  /** The part that V8's optimising compilers took. */
  readonly compiling: number;
}

const COMPILER = /^v8::internal::(compiler|maglev)::/;

/**
 * Sums what each function took itself. A cost line is a position and a count; the one after `calls=`
 * says what the callee took, which is counted there.
 */
export function countedIn(text: string): Counted {
  const names = new Map<string, string>();
  let compiles = false;
  let ofCallee = false;
  let instructions = 0;
  let compiling = 0;
  for (const line of text.split('\n')) {
    const named = /^(c?fn)=\((\d+)\)(?: (.*))?$/.exec(line);
    if (named !== null) {
      const [, kind, id = '', name] = named;
      if (name !== undefined) names.set(id, name);
      if (kind === 'fn') compiles = COMPILER.test(names.get(id) ?? '');
    } else if (line.startsWith('calls=')) {
      ofCallee = true;
    } else if (/^[+\-*\d]/.test(line)) {
      const cost = Number(line.split(' ')[1] ?? 0);
      if (!ofCallee) {
        instructions += cost;
        if (compiles) compiling += cost;
      }
      ofCallee = false;
    }
  }
  return { instructions, compiling };
}

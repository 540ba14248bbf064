/** Examples of the documentation, and what they print. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export function documentText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(path: string): readonly Block[] {
  return [...documentText(path).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );
}

/**
 * Runs an example in a process of its own, inside the project, where the package can name itself.
 * @param adapt what to write instead of it, given a folder that ends with the run
 */
export function printedBy(
  example: string,
  adapt: (example: string, folder: string) => string = (given) => given,
): string {
  const folder = mkdtempSync(join(root, 'build', 'example-'));
  try {
    const script = join(folder, 'example.mjs');
    writeFileSync(script, adapt(example, folder));
    return execFileSync(process.execPath, [script], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

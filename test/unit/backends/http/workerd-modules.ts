/** A TypeScript module and all it imports, as workerd takes modules: without types, by path. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WorkerdModule {
  readonly type: 'ESModule';
  readonly path: string;
  readonly contents: string;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Only relative imports: whatever is meant for Workers needs no other here. */
const IMPORT = /^(?:import|export) (?:[^;]*? from )?'([^']+)'/gm;

/** The entry comes first. */
export function workerdModules(entry: string): WorkerdModule[] {
  const modules = new Map<string, WorkerdModule>();
  const add = (file: string): void => {
    const path = relative(root, file);
    if (modules.has(path)) return;
    const contents = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    modules.set(path, { type: 'ESModule', path, contents });
    for (const [, specifier = ''] of contents.matchAll(IMPORT)) {
      if (!specifier.startsWith('.')) throw new Error(`${path} imports ${specifier}`);
      add(resolve(dirname(file), specifier));
    }
  };
  add(entry);
  return [...modules.values()];
}

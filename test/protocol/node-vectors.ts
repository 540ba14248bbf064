/** Finds and reads vector files in Node. Workers get the texts injected instead. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Row } from '../../js/conformance/row.ts';
import { cachekitFiles, ownFiles, rowsOf } from '../../js/conformance/rows.ts';

const projectRoot = new URL('../../', import.meta.url);

export interface LoadedVectors {
  readonly rows: readonly Row[];
  /** CacheKit files that are nowhere on this machine. */
  readonly notHere: readonly string[];
}

export function loadVectors(): LoadedVectors {
  const folder = cachekitFolder();
  const present = cachekitFiles.filter((file) => existsSync(new URL(file, folder)));
  return {
    rows: [
      ...ownFiles.flatMap((file) => rowsFrom(new URL(`test/vectors/${file}`, projectRoot), file)),
      ...present.flatMap((file) => rowsFrom(new URL(file, folder), file)),
    ],
    notHere: cachekitFiles.filter((file) => !present.includes(file)),
  };
}

/** The text of each vector file at hand, by name: what a test configuration injects into workerd. */
export function vectorTexts(): Readonly<Record<string, string>> {
  const folder = cachekitFolder();
  const places = [
    ...ownFiles.map((file): readonly [string, URL] => [
      file,
      new URL(`test/vectors/${file}`, projectRoot),
    ]),
    ...cachekitFiles.map((file): readonly [string, URL] => [file, new URL(file, folder)]),
  ];
  return Object.fromEntries(
    places
      .filter(([, url]) => existsSync(url))
      .map(([file, url]) => [file, readFileSync(url, 'utf8')]),
  );
}

/** $SEALCACHE_VECTORS, else ../shared/vectors beside the project. */
function cachekitFolder(): URL {
  const { SEALCACHE_VECTORS: given } = process.env;
  if (given) return pathToFileURL(given.endsWith('/') ? given : `${given}/`);
  return pathToFileURL(`${fileURLToPath(new URL('../shared/vectors', projectRoot))}/`);
}

function rowsFrom(url: URL, file: string): readonly Row[] {
  const parsed: unknown = JSON.parse(readFileSync(url, 'utf8'));
  return rowsOf(file, parsed);
}

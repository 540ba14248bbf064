import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { NODE_FLAGS } from './count.ts';

/** Of the features that libsodium, lz4 and V8 choose their code by. */
const FEATURES = ['aes', 'pclmulqdq', 'avx', 'avx2', 'avx512f', 'bmi2', 'vaes', 'sse4_1', 'ssse3'];

/** What decides how many instructions the same sources take. */
export function fingerprint(): Record<string, string> {
  const valgrind = spawnSync('valgrind', ['--version'], { encoding: 'utf8' });
  return {
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform}-${process.arch}`,
    valgrind: valgrind.stdout?.trim() ?? 'missing',
    flags: NODE_FLAGS.join(' '),
    cpu: cpuFeatures().join(' '),
  };
}

function cpuFeatures(): string[] {
  const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
  const present = new Set(flags.split(' '));
  return FEATURES.filter((feature) => present.has(feature));
}

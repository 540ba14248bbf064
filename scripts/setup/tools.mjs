import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf } from './run.mjs';
import { versionIn } from './version.mjs';

/**
 * What the machine itself must have. `probe` returns the version found, `''` where only presence
 * counts, or `null`; `apt` is the Debian package.
 */
export const buildTools = [
  { name: 'git', minimum: '2.30', apt: 'git', probe: () => version('git') },
  { name: 'a C++20 compiler (g++ or clang++)', minimum: '11.0', apt: 'g++', probe: compiler },
  { name: 'cmake', minimum: '3.25', apt: 'cmake', probe: () => version('cmake') },
  { name: 'ninja', minimum: '1.10', apt: 'ninja-build', probe: () => version('ninja') },
  { name: 'GoogleTest', apt: 'libgtest-dev', probe: googleTest },
  { name: 'tar', apt: 'tar', probe: () => present('tar') },
  { name: 'xz', apt: 'xz-utils', probe: () => present('xz') },
  { name: 'ar', apt: 'binutils', probe: () => present('ar') },
];

/** Needed for lint and format checks alone. */
export const lintTools = [
  {
    name: 'clang-format',
    minimum: '14.0',
    apt: 'clang-format',
    probe: () => version('clang-format'),
  },
  { name: 'clang-tidy', minimum: '14.0', apt: 'clang-tidy', probe: () => version('clang-tidy') },
];

/** Real stores, and a browser, for the integration tests. */
export const serverTools = [
  {
    name: 'redis-server',
    minimum: '6.0',
    apt: 'redis-server',
    probe: () => version('redis-server'),
  },
  { name: 'memcached', minimum: '1.6', apt: 'memcached', probe: () => version('memcached') },
  { name: 'chromium', apt: 'chromium', probe: () => present('chromium') },
  { name: 'openssl', apt: 'openssl', probe: () => versionOf('openssl', 'version') },
];

/** Makes a Debian root where the machine's own Emscripten is missing or too old. */
export const rootTools = [
  { name: 'debootstrap', apt: 'debootstrap', probe: () => present('debootstrap') },
  { name: 'unshare', apt: 'util-linux', probe: () => present('unshare') },
];

function version(command) {
  const answer = answerOf(command, ['--version']);
  return answer === null ? null : versionIn(answer);
}

function versionOf(command, argument) {
  return answerOf(command, [argument]) === null ? null : '';
}

function present(command) {
  return answerOf(command, ['--version']) === null ? null : '';
}

function compiler() {
  return version(process.env.CXX ?? 'c++');
}

function googleTest() {
  const prefixes = [
    ...(process.env.CMAKE_PREFIX_PATH ?? '').split(':').filter((prefix) => prefix !== ''),
    '/usr',
    '/usr/local',
    '/opt/homebrew',
  ];
  const found = prefixes.some((prefix) => existsSync(join(prefix, 'include/gtest/gtest.h')));
  return found ? '' : null;
}

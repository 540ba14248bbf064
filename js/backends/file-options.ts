import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import type { MaybePromise } from '../core/core.ts';
import { ConfigurationError, ValueTooLargeError } from '../errors.ts';
import { checkedClock } from './file-clock.ts';
import { FILE_HEADER_BYTES } from './file-header.ts';

export interface FileBackendOptions {
  /** Folder of the entries, made when missing. Default `cachekit` in the system's temporary folder. */
  cacheDir?: string;
  /** Largest value in bytes, at most 1 GiB. Default 100 MiB. */
  maxValueBytes?: number;
  /**
   * Bytes that the files of the folder may have together, or `Infinity`. Default 1 GiB. Near it the
   * least recently used entries are removed, down to nine tenths; uses are told apart by the minute.
   * Where several processes share the folder, what the others write counts a minute later, and the
   * smallest bound wins. Files of other names, or of a format we do not know, are never removed.
   */
  maxBytes?: number;
  /** Permissions of new files. Default 0600. */
  fileMode?: number;
  /** Permissions of a new folder. Default 0700. */
  dirMode?: number;
  /** Milliseconds since the epoch. Default `Date.now`. */
  now?: () => number;
}

/** Names the file of a key: BLAKE2b-128 of its UTF-8, 32 lowercase hex digits. The core's part. */
export type HashKey = (key: string) => MaybePromise<string>;

const NAMES = ['cacheDir', 'maxValueBytes', 'maxBytes', 'fileMode', 'dirMode', 'now'];
const DEFAULT_MAX_VALUE_BYTES = 100 * 1024 * 1024;
const DEFAULT_MAX_BYTES = 1024 * 1024 * 1024;
/** More than any sealed value has; what exceeds 2 GiB, one read does not give, and ends the process. */
const MOST_VALUE_BYTES = 1024 * 1024 * 1024;

/** Checks the options and fills in the defaults; touches no disk. @throws {ConfigurationError} */
export function resolveFileOptions(options: FileBackendOptions): Required<FileBackendOptions> {
  requireOptionsObject(options, 'file()');
  requireKnownOptions(options, NAMES, 'file()');
  const resolved = {
    cacheDir: options.cacheDir ?? join(tmpdir(), 'cachekit'),
    maxValueBytes: options.maxValueBytes ?? DEFAULT_MAX_VALUE_BYTES,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    fileMode: options.fileMode ?? 0o600,
    dirMode: options.dirMode ?? 0o700,
    now: options.now ?? Date.now,
  };
  if (typeof resolved.cacheDir !== 'string' || !/^[^\0]+$/.test(resolved.cacheDir)) {
    throw new ConfigurationError('cacheDir must be the path of a folder');
  }
  const { maxValueBytes, maxBytes } = resolved;
  if (!Number.isInteger(maxValueBytes) || maxValueBytes <= 0 || maxValueBytes > MOST_VALUE_BYTES) {
    throw new ConfigurationError(
      'maxValueBytes must be a whole number from 1 to 1073741824 (1 GiB)',
    );
  }
  const whole = Number.isSafeInteger(maxBytes) || maxBytes === Number.POSITIVE_INFINITY;
  if (!whole || maxBytes < FILE_HEADER_BYTES) {
    throw new ConfigurationError(
      `maxBytes must be a whole number from ${FILE_HEADER_BYTES}, or Infinity`,
    );
  }
  if (typeof resolved.now !== 'function') {
    throw new ConfigurationError('now must be a function that gives milliseconds');
  }
  requireMode('fileMode', resolved.fileMode, 0o600);
  requireMode('dirMode', resolved.dirMode, 0o700);
  // Of now: a process that changes its working directory must not lose its entries.
  return { ...resolved, cacheDir: resolve(resolved.cacheDir), now: checkedClock(resolved.now) };
}

/** @throws {ValueTooLargeError} above `maxValueBytes`, or where `maxBytes` has no room for its file */
export function requireValueSize(
  bytes: number,
  { maxValueBytes, maxBytes }: Required<FileBackendOptions>,
): void {
  const most = Math.min(maxValueBytes, maxBytes - FILE_HEADER_BYTES);
  if (bytes <= most) return;
  throw new ValueTooLargeError(
    `the file backend holds values of up to ${most} bytes, by maxValueBytes and maxBytes`,
  );
}

/** The owner must keep the rights without which the store cannot work. */
function requireMode(option: string, mode: number, least: number): void {
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o777 || (mode & least) !== least) {
    throw new ConfigurationError(
      `${option} must be permission bits that include 0${least.toString(8)}`,
    );
  }
}

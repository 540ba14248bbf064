/** The options that say which entry is meant and how it is sealed. */
import {
  CONTAINER_ENVELOPE,
  CONTAINER_PACKED,
  CONTAINER_PLAIN,
  type Container,
} from '../core/core.ts';
import { UsageError } from './framework/cli-error.ts';
import { KEY_OPTIONS, TENANT_OPTION } from './key-options.ts';

/** What a plaintext is, as `--container` says it; never guessed from bytes (ENC-2). */
export type ContainerName = 'envelope' | 'plain' | 'interop-v2';

const CONTAINERS: Readonly<Record<ContainerName, Container>> = {
  envelope: CONTAINER_ENVELOPE,
  plain: CONTAINER_PLAIN,
  'interop-v2': CONTAINER_PACKED,
};

export const CONTAINER_OPTION = {
  container: {
    type: 'string',
    value: 'kind',
    choices: Object.keys(CONTAINERS),
    help: 'envelope (compression on), plain (compression off, interop v1) or interop-v2',
  },
} as const;

export const ENTRY_OPTIONS = {
  ...TENANT_OPTION,
  key: {
    type: 'string',
    value: 'name',
    help: 'the cache key as the store has it, with its prefix',
  },
  'key-is-digest': { type: 'boolean', help: 'the 64 hex digits after --key are no master key' },
  ...CONTAINER_OPTION,
  ...KEY_OPTIONS,
} as const;

export interface EntryTerms {
  readonly tenant: string;
  readonly key: string;
  readonly container: ContainerName;
}

/** @throws {UsageError} where one is missing */
export function entryTerms(given: {
  readonly tenant: string | undefined;
  readonly key: string | undefined;
  readonly container: string | undefined;
}): EntryTerms {
  const { tenant, key } = given;
  if (tenant === undefined)
    throw new UsageError('give --tenant; caches without one have "default"');
  if (key === undefined) throw new UsageError('give --key, the cache key as the store has it');
  return { tenant, key, container: containerName(given.container) };
}

/** @throws {UsageError} */
export function containerName(given: string | undefined): ContainerName {
  if (given === 'envelope' || given === 'plain' || given === 'interop-v2') return given;
  throw new UsageError(`give --container: ${CONTAINER_OPTION.container.help}`);
}

export function containerOf(name: ContainerName): Container {
  return CONTAINERS[name];
}

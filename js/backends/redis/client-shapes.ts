/**
 * The parts that are used of clients which an application hands in. They are recognised by their
 * methods: an application may have another copy of a library than this one.
 */

import type { RedisCommand } from './link.ts';

/** A client of `redis` (node-redis) 5 or newer: single, cluster, sentinel or pool. */
export interface NodeRedisLike {
  sendCommand(...args: never[]): Promise<unknown>;
  withTypeMapping(...args: never[]): unknown;
}

/** A client of `ioredis`: single, through sentinels, or cluster. */
export interface IoredisLike {
  callBuffer(...args: never[]): Promise<unknown>;
  disconnect(...args: never[]): unknown;
}

/** A connected client. Whoever made it keeps it: nothing here closes it. */
export type RedisClientLike = NodeRedisLike | IoredisLike;

/** Of node-redis, for one command. */
export interface CommandOptions {
  readonly typeMapping: { readonly 36: BufferConstructor };
  readonly timeout: number;
  readonly abortSignal?: AbortSignal;
}

export interface NodeRedisClient {
  sendCommand(command: RedisCommand, options: CommandOptions): Promise<unknown>;
  readonly options?: object;
}

export interface NodeRedisCluster {
  sendCommand(
    key: string | undefined,
    isReadonly: boolean,
    command: RedisCommand,
    options: CommandOptions,
  ): Promise<unknown>;
  readonly masters: readonly object[];
  nodeClient(node: object): unknown;
}

export interface NodeRedisSentinel {
  sendCommand(
    isReadonly: boolean,
    command: RedisCommand,
    options: CommandOptions,
  ): Promise<unknown>;
}

/** What a connection that listens needs of node-redis. */
export interface NodeRedisSubscriber {
  on(event: 'error' | 'topology-change', listener: () => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: Buffer) => void, buffers: true): Promise<void>;
  destroy(): void;
}

/** Has a method for each command, such as `getBuffer`. */
export interface Ioredis {
  duplicate(overrides: object): unknown;
  readonly options?: object;
}

export interface IoredisCluster {
  nodes(role: 'master'): readonly unknown[];
}

/** What a connection that listens needs of ioredis. */
export interface IoredisSubscriber {
  on(event: 'error' | 'end', listener: () => void): unknown;
  on(event: 'messageBuffer', listener: (channel: Buffer, message: Buffer) => void): unknown;
  connect(): Promise<void>;
  subscribe(channel: string): Promise<unknown>;
  disconnect(): void;
}

export function isIoredis(client: unknown): client is Ioredis {
  return has(client, 'callBuffer', 'duplicate', 'disconnect');
}

export function isIoredisCluster(client: unknown): client is IoredisCluster {
  return isIoredis(client) && has(client, 'nodes') && Reflect.get(client, 'isCluster') === true;
}

export function isIoredisSubscriber(client: unknown): client is IoredisSubscriber {
  return isIoredis(client) && has(client, 'on', 'connect', 'subscribe');
}

/** Also a pool: it takes commands in the same way. */
export function isNodeRedis(client: unknown): client is NodeRedisClient {
  return has(client, 'sendCommand', 'withTypeMapping') && !isIoredis(client);
}

export function isNodeRedisCluster(client: unknown): client is NodeRedisCluster {
  return isNodeRedis(client) && has(client, 'nodeClient', 'getSlotMaster');
}

export function isNodeRedisSentinel(client: unknown): client is NodeRedisSentinel {
  return isNodeRedis(client) && has(client, 'getMasterNode');
}

export function isNodeRedisSubscriber(client: unknown): client is NodeRedisSubscriber {
  return isNodeRedis(client) && has(client, 'on', 'connect', 'subscribe', 'destroy');
}

export function has<Name extends string>(
  value: unknown,
  ...names: readonly Name[]
): value is Record<Name, (...args: unknown[]) => unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}

/** Clients as applications make them, closed by the test that opened them. */
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster, createSentinel } from 'redis';

export type Closing = () => unknown;

export async function nodeRedis(url: string) {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  return { client, close: () => client.destroy() };
}

export async function nodeRedisCluster(urls: readonly string[]) {
  const client = createCluster({ rootNodes: urls.map((url) => ({ url })) });
  client.on('error', () => {});
  await client.connect();
  return { client, close: () => client.destroy() };
}

export async function nodeRedisSentinel(name: string, port: number) {
  const client = createSentinel({
    name,
    sentinelRootNodes: [{ host: '127.0.0.1', port }],
    scanInterval: 200,
  });
  client.on('error', () => {});
  await client.connect();
  return { client, close: () => client.destroy() };
}

export async function ioredis(url: string, options = {}) {
  const client = new Redis(url, { maxRetriesPerRequest: 1, ...options });
  client.on('error', () => {});
  await client.ping();
  return { client, close: () => client.disconnect() };
}

export async function ioredisCluster(ports: readonly number[]) {
  const client = new Cluster(ports.map((port) => ({ host: '127.0.0.1', port })));
  client.on('error', () => {});
  await client.set('warm-up', '1');
  return { client, close: () => client.disconnect() };
}

export async function ioredisSentinel(name: string, port: number) {
  const sentinels = [{ host: '127.0.0.1', port }];
  const client = new Redis({ sentinels, name, maxRetriesPerRequest: 1 });
  client.on('error', () => {});
  await client.ping();
  return { client, close: () => client.disconnect() };
}

/** TLS with an authority of the test's own, made by the `openssl` command. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import type { RedisTlsOptions } from '../../../js/backends/redis/tls.ts';
import { freePort, RedisServer } from '../../helpers/redis-server.ts';

const VALUE = Uint8Array.of(1, 255);

let folder: string;
let server: RedisServer;
let port: number;
let pem: { readonly cert: Buffer; readonly key: Buffer };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', '/CN=redis.test', '-addext', 'subjectAltName=DNS:redis.test', '-days', '2'],
    ...['-out', cert, '-keyout', key],
  ]);
  pem = { cert: await readFile(cert), key: await readFile(key) };
  port = await freePort();
  server = await RedisServer.start(
    ...['--tls-port', `${port}`, '--tls-cert-file', cert, '--tls-key-file', key],
    ...['--tls-ca-cert-file', cert],
  );
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function backend(scheme: string, tls: RedisTlsOptions | undefined) {
  return redis({ url: `${scheme}://127.0.0.1:${port}`, ...(tls === undefined ? {} : { tls }) });
}

async function failure(tls: RedisTlsOptions | undefined): Promise<unknown> {
  const store = backend('rediss', tls);
  try {
    return await store.get('key').catch((error: unknown) => error);
  } finally {
    await store.close();
  }
}

test.each(['rediss', 'redis'])(
  '%s with the authority, its own certificate and the name',
  async (scheme) => {
    const store = backend(scheme, { ca: pem.cert, ...pem, servername: 'redis.test' });
    await store.set('key', VALUE);
    expect(await store.get('key')).toStrictEqual(VALUE);
    await store.close();
  },
);

test('an authority or a name that does not fit is never talked to', async () => {
  for (const tls of [undefined, { ...pem, servername: 'redis.test' }, { ca: pem.cert, ...pem }]) {
    expect(await failure(tls)).toHaveProperty('classification', 'authentication');
  }
});

test('a server that wants a certificate refuses who has none', async () => {
  const error = await failure({ ca: pem.cert, servername: 'redis.test' });
  expect(error).toBeInstanceOf(Error);
});

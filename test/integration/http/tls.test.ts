/** The service over TLS: Node believes a certificate that it was told of, and no other. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { apiKeyOf } from './service-client.ts';

const CLIENT = fileURLToPath(new URL('../../unit/backends/http/tls-client.ts', import.meta.url));

let folder: string;
let authority: string;
let service: LocalService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-tls-'));
  const key = join(folder, 'key.pem');
  authority = join(folder, 'certificate.pem');
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    // workerd's TLS takes no authority for a server, OpenSSL anything it was told to trust.
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-out', authority, '-keyout', key],
  ]);
  const [certText, keyText] = [await readFile(authority, 'utf8'), await readFile(key, 'utf8')];
  service = await startService({ tls: { cert: certText, key: keyText } });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function run(trusted: NodeJS.ProcessEnv): Promise<string> {
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
  const args = [CLIENT, `https://localhost:${service.url.port}`, await apiKeyOf(service)];
  const env = { ...inherited, ...trusted };
  return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
}

test('stores and reads', { timeout: 60_000 }, async () => {
  expect(service.url.protocol).toBe('https:');
  expect(await run({ NODE_EXTRA_CA_CERTS: authority })).toBe('got 1,2,3');
});

test('sends nothing to who cannot prove to be it', { timeout: 60_000 }, async () => {
  const before = (await service.values.list()).keys.length;
  expect(await run({})).toBe('failed, transient');
  expect((await service.values.list()).keys).toHaveLength(before);
});

/** TLS is Node's own: a service is believed if its certificate is, and not otherwise. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_KEY, FakeService } from './fake-service.ts';
import { selfSigned } from './self-signed.ts';

const client = fileURLToPath(new URL('tls-client.ts', import.meta.url));

let folder: string;
let authority: string;
let service: FakeService;

beforeAll(async () => {
  const tls = selfSigned();
  folder = await mkdtemp(join(tmpdir(), 'sealcache-tls-'));
  authority = join(folder, 'authority.pem');
  await writeFile(authority, tls.cert);
  service = await FakeService.start({ tls });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function run(environment: NodeJS.ProcessEnv): Promise<string> {
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [client, service.url, API_KEY], {
    env,
  });
  return stdout.trim();
}

it('stores and reads over TLS', { timeout: 60_000 }, async () => {
  expect(await run({ NODE_EXTRA_CA_CERTS: authority })).toBe('got 1,2,3');
  expect(service.requests.map(({ method }) => method)).toStrictEqual(['PUT', 'GET']);
});

it('sends nothing to who cannot prove to be the service', { timeout: 60_000 }, async () => {
  service.requests.length = 0;
  expect(await run({})).toBe('failed, transient');
  expect(service.requests).toStrictEqual([]);
});

/** A process that uses a service over TLS: `tls-client.ts url key`. Prints what came of it. */
import { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { BackendError } from '../../../../js/errors.ts';

const [apiUrl = '', apiKey = ''] = process.argv.slice(2);
const store = new CachekitIOBackend({ apiKey, apiUrl, allowCustomHost: 'loopback' });
try {
  await store.set('k', Uint8Array.of(1, 2, 3), 60);
  console.log(`got ${await store.get('k')}`);
} catch (error) {
  if (!(error instanceof BackendError)) throw error;
  console.log(`failed, ${error.classification}`);
}

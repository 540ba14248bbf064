/** A Worker around the backend, asked over HTTP: what it does there is in `workerd.test.ts`. */
import { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { CachekitError } from '../../../../js/errors.ts';

interface Environment {
  readonly API_URL: string;
  readonly API_KEY: string;
}

let store: CachekitIOBackend | undefined;

async function act(backend: CachekitIOBackend, action: string, key: string): Promise<unknown> {
  switch (action) {
    case 'set':
      return await backend.set(key, Uint8Array.of(1, 2, 3), 60);
    case 'get': {
      const found = await backend.getWithTtl(key);
      return found === null ? null : { ...found, bytes: [...found.bytes] };
    }
    case 'exists':
      return await backend.exists(key);
    case 'delete':
      return await backend.delete(key);
    case 'ttl':
      return [await backend.refreshTTL(key, 90), await backend.getTTL(key)];
    case 'lock': {
      const lock = await backend.acquireLock(key, 1000);
      const contested = await backend.acquireLock(key, 1000);
      return [lock, contested, await backend.releaseLock(key, lock ?? '')];
    }
    default:
      return await backend.health();
  }
}

export default {
  async fetch(request: Request, { API_URL, API_KEY }: Environment): Promise<Response> {
    store ??= new CachekitIOBackend({
      apiKey: API_KEY,
      apiUrl: API_URL,
      allowCustomHost: 'loopback',
      timeout: 500,
      maxValueBytes: 1024 * 1024,
    });
    const { pathname, searchParams } = new URL(request.url);
    try {
      const result = await act(store, pathname.slice(1), searchParams.get('key') ?? 'k');
      return Response.json({ result: result ?? null });
    } catch (error) {
      if (!(error instanceof CachekitError)) throw error;
      const { code, message } = error;
      return Response.json({ code, message, classification: Reflect.get(error, 'classification') });
    }
  },
};

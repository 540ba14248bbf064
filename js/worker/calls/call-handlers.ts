import type { Handler } from './call.ts';
import { deleteEntry } from './delete-entry.ts';
import { releaseLock, takeLock } from './lock.ts';
import { headEntry, readEntry } from './read-entry.ts';
import { storeEntry } from './store-entry.ts';
import { changeTtl, tellTtl } from './ttl.ts';

/** By resource and method; the router lets no other through. */
export const callHandlers: Readonly<Record<'value' | 'ttl' | 'lock', Handler>> = {
  value: byMethod({ GET: readEntry, HEAD: headEntry, PUT: storeEntry, DELETE: deleteEntry }),
  ttl: byMethod({ GET: tellTtl, PATCH: changeTtl }),
  lock: byMethod({ POST: takeLock, DELETE: releaseLock }),
};

function byMethod(handlers: Readonly<Record<string, Handler>>): Handler {
  return async (call) => {
    const handler = handlers[call.request.method];
    if (handler === undefined) throw new TypeError('a method without a handler');
    return await handler(call);
  };
}

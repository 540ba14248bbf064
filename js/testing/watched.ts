import type { Backend } from '../backends/backend.ts';
import { hasMethods } from '../config/has-methods.ts';
import { isThenable } from '../core/thenable.ts';
import { ComplianceError } from './compliance-error.ts';

const NEEDED = ['get', 'set', 'delete', 'exists', 'close'];
const ASYNCHRONOUS = [
  ...NEEDED,
  ...['getWithTtl', 'getMany', 'setMany', 'deleteMany'],
  ...['getTTL', 'refreshTTL', 'acquireLock', 'releaseLock'],
];

/**
 * The store, each of whose operations fails the test when it does not end in time or breaks the rule
 * that it answers by a promise in any case.
 */
export function watched(store: unknown, limitMs: number): Backend {
  if (!hasMethods(store, NEEDED)) {
    throw new ComplianceError(`expected create() to give an object with ${NEEDED.join(', ')}`);
  }
  // Around nothing, because a proxy must not hide the methods of a frozen object.
  const view = new Proxy<Partial<Backend>>(
    {},
    {
      get: (_, name) => {
        const member: unknown = Reflect.get(store, name);
        if (typeof member !== 'function') return member;
        if (!ASYNCHRONOUS.includes(String(name))) return member.bind(store);
        return (...args: unknown[]) =>
          inTime(`${String(name)}()`, limitMs, () => Reflect.apply(member, store, args));
      },
    },
  );
  if (!isBackend(view)) throw new ComplianceError('the store has lost its methods');
  return view;
}

function isBackend(view: object): view is Backend {
  return hasMethods(view, NEEDED);
}

async function inTime(what: string, limitMs: number, call: () => unknown): Promise<unknown> {
  const answer = promised(what, call);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ComplianceError(`expected ${what} to end within ${limitMs} ms; it hangs`)),
    limitMs,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function promised(what: string, call: () => unknown): PromiseLike<unknown> {
  let answer: unknown;
  try {
    answer = call();
  } catch (error) {
    throw new ComplianceError(`expected ${what} to reject; it threw before it gave a promise`, {
      cause: error,
    });
  }
  if (isThenable(answer)) return answer;
  throw new ComplianceError(`expected ${what} to give a promise; it gave ${typeof answer}`);
}

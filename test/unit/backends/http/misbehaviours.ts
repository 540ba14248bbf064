/** Ways in which a service, or something in between, answers wrongly. */
import type { Misbehaviour } from './fake-service.ts';
import { reply } from './fake-service.ts';
import { json } from './fake-store.ts';

export const stallHeaders: Misbehaviour = () => {};

/** A status and headers, then nothing. */
export function stallBody(status = 200, headers: Record<string, string> = {}): Misbehaviour {
  return (response) => {
    response.writeHead(status, headers);
    response.write('{"a');
  };
}

/** Promises more than it sends. */
export const cutBody: Misbehaviour = (response) => {
  response.writeHead(200, { 'Content-Length': 100 });
  response.write('only this');
  setTimeout(() => response.destroy(), 20);
};

export const hangUp: Misbehaviour = (response) => void response.destroy();

export function redirect(location: string, status = 302): Misbehaviour {
  return (response) => reply(response, { status, headers: { Location: location } });
}

export function answer(
  status: number,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
): Misbehaviour {
  return (response) => reply(response, { status, headers, body });
}

export function answerJson(value: unknown, status = 200): Misbehaviour {
  return (response) => reply(response, json(value, status));
}

/** Sends a body without saying how long it is; `sent` counts what went out. */
export function streamBody(total: number, sent = { bytes: 0 }): Misbehaviour {
  return (response) => {
    response.writeHead(200);
    const chunk = new Uint8Array(64 * 1024);
    const write = (): void => {
      while (sent.bytes < total && !response.destroyed) {
        const part = chunk.subarray(0, Math.min(chunk.length, total - sent.bytes));
        sent.bytes += part.length;
        if (!response.write(part)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  };
}

/** Says it sends that much, and does not. */
export function declareBody(total: number): Misbehaviour {
  return (response) => {
    response.writeHead(200, { 'Content-Length': total });
    response.write('x');
  };
}
